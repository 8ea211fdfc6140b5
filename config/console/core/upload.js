// Requests that report upload progress, which fetch does not.

/** Returns a function like fetch that calls `onProgress(part)` with a number from 0 to 1. */
export function uploading(onProgress) {
  return (url, { method, headers, body, signal }) => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const aborted = () => new DOMException('aborted', 'AbortError');
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => total && onProgress(loaded / total));
    request.addEventListener('load', () => resolve(new Response(request.responseText, {
      status: request.status, headers: headersOf(request) })));
    request.addEventListener('error', () => reject(new TypeError('The request failed')));
    request.addEventListener('abort', () => reject(aborted()));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.send(body);
  });
}

const headersOf = (request) => new Headers(request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean)
  .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
