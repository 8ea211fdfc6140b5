// The library of pictures on the server.
import { api, del, get, patch, post } from '../core/api.js';
import { uploading } from '../core/upload.js';

const PATH = '/api/pictures';
const ADDRESS = /^\/pictures\/([0-9a-f]{32})\.\w+$/;

/** Returns the id of a library picture from its address, or null. */
export const idOf = (address) => ADDRESS.exec(address ?? '')?.[1] ?? null;

/** Returns a page of the library, most recently uploaded first: {pictures, usage, next}. */
export async function listPictures({ q, used, cursor, limit }, signal) {
  return (await get(PATH, { q, used, cursor, limit }, { signal })).data;
}

export async function readPicture(id, signal) {
  const { data, etag } = await get(`${PATH}/${id}`, null, { signal });
  return { ...data, etag };
}

/**
 * Uploads bytes. Returns {picture, isOther}. Identical bytes are stored once: then `picture` is the existing one with
 * its own name and description, and `isOther` is whether these differ from the given ones.
 */
export async function uploadPicture(blob, { type, name, alt, onProgress, signal }) {
  const { data, etag, status } = await api('POST', PATH, { body: blob, query: { name }, signal, headers: { 'Content-Type': type },
    exchange: uploading(onProgress) });
  const wasThere = status === 200;
  if (!alt || alt === data.alt || (wasThere && data.alt)) {
    return { picture: data, isOther: wasThere && (data.name !== name || Boolean(alt && alt !== data.alt)) };
  }
  const { data: picture } = await patch(`${PATH}/${data.id}`, { alt }, { ifMatch: etag, signal });
  return { picture, isOther: wasThere && picture.name !== name };
}

export async function changePicture(id, changes, etag) {
  const { data, etag: next } = await patch(`${PATH}/${id}`, changes, { ifMatch: etag });
  return { ...data, etag: next };
}

export const deletePicture = (id) => del(`${PATH}/${id}`);

/** Replaces a picture by another one in all drafts. Returns the changed pages. */
export const replacePicture = async (id, other) => (await post(`${PATH}/${id}/replace`, { with: other })).data.pages;
