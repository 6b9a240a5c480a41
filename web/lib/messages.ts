/** The sentences of the specification [1 §8] and their kin, each once. */
export const messages = {
  notFound: "Sorry, we couldn't find the page you're looking for.",
  pageFailed: 'Sorry there was an error loading this page. Please try again in a bit.',
} as const
