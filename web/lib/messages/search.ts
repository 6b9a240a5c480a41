/** Messages of artists and search [1 §8]. */
export const searchMessages = {
  noArtists: (query: string) => `Sorry no matching artists found for ${query}`,
  noSketches: 'No sketches found.',
  noneWithAll: (words: readonly string[]) => `No sketch has ${listOf(words)} together. These have some of the words.`,
  someWords: 'With some of the words',
  /** Explains which words a search with few results compared. */
  tried: (words: readonly string[]) =>
    words.length === 0
      ? 'All conditions of the search must match.'
      : `We looked for ${listOf(words)} in titles, descriptions, alternative texts and tags, in singular and plural.`,
  noneSimilar: 'No sketches look like that. Try fewer colours.',
  failed: 'The search failed.',
  hint: 'Searches titles, descriptions, alternative texts and tags.',
  magicHint: 'Choose a colour, or use “Find similar” on a sketch.',
  artistsHint: 'Type the first two letters of a name, or more.',
} as const

/** “cat”, “boat” and “moon”. */
function listOf(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`)
  const last = quoted.at(-1) ?? ''
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} and ${last}` : last
}
