/** Returns the indices of a longest strictly increasing subsequence, in O(n log n). */
export function longestIncreasingSubsequence(numbers) {
  const tails = [];
  const previous = [];
  numbers.forEach((number, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[tails[middle]] < number) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? tails[low - 1] : -1;
    tails[low] = i;
  });
  const result = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i]) result.unshift(i);
  return result;
}
