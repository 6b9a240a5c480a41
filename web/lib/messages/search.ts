/** Messages of artists and search [1 §8]. */
export const searchMessages = {
  noArtists: (query: string) => `Sorry no matching artists found for ${query}`,
  noSketches: 'No sketch matches. Try fewer or shorter words.',
  nothingLike: 'No sketch looks like that. Try fewer colours.',
  failed: 'The search did not get through.',
  hint: 'Words are looked for in titles, descriptions and tags.',
  magicHint: 'Choose a colour, or open "Find similar" on a sketch.',
  artistsHint: 'Type the beginning of a name.',
} as const
