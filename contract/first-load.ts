/** The element of a page that holds the replies to its first calls, which are reads by GET, as JSON by their paths. */
export const FIRST_REPLIES_ID = 'first-replies'
