/** Messages of the page that makes textures from a sketch [1 §6]. */
export const synthesizeMessages = {
  loginFirst: 'Log in to make textures from your sketches.',
  forPatrons: 'Making textures from sketches is for patrons.',
  ownOnly: 'You can only make textures from your own sketches.',
  hidden: 'You can’t make a texture from this sketch.',
  pictureFailed: 'The sketch couldn’t be loaded. Check your connection and try again.',
  failed: 'The texture couldn’t be made. Try again, or choose a smaller size.',
  ready: 'Your texture is ready.',
} as const
