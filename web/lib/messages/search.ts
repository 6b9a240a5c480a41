/** Messages of artists and search [1 §8]. */
export const searchMessages = {
  noArtists: (query: string) => `Sorry no matching artists found for ${query}`,
  noSketches: 'No sketches found. Try fewer or shorter words.',
  noneSimilar: 'No sketches look like that. Try fewer colours.',
  failed: 'The search failed.',
  hint: 'Searches titles, descriptions and tags.',
  magicHint: 'Choose a colour, or use “Find similar” on a sketch.',
  artistsHint: 'Type the start of a name.',
} as const
