/** General messages [1 §8]. */
export const messages = {
  notFound: "Sorry, we couldn't find the page you're looking for.",
  pageFailed: 'Sorry there was an error loading this page. Please try again in a bit.',
  pageNotLoaded: 'This page couldn’t be loaded. Check your connection and try again.',
  loginNeeded: 'You must be logged in to see this page.',
  earlierPosted: 'An earlier version was already posted. Your text is still here.',
  stillOffline: 'There’s still no connection.',
} as const

export const LIST_FAILED = 'The rest of this list couldn’t be loaded.'
export const SIGN_IN_FAILED = 'There was an error signing in. Please try again.'
