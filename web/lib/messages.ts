/** The sentences of the specification [1 §8] and their kin, each once. */
export const messages = {
  notFound: "Sorry, we couldn't find the page you're looking for.",
  pageFailed: 'Sorry there was an error loading this page. Please try again in a bit.',
  heartFailed: 'Sorry, there was a problem giving the heart, please reload and try again.',
  deleteSketchFailed: 'There was an error deleting the sketch.',
  deleteCommentFailed: (reason: string) => `Error deleting comment: ${reason}`,
  signInFailed: 'There was an error signing in. Please try again.',
  listFailed: 'The rest of the list could not be loaded.',
  commentFailed: 'Your comment could not be posted. It is kept here, try again in a bit.',
} as const
