/** True for the page of the whiteboard, which has a bar of its own in place of the site's header [2 §2 Whiteboard]. */
export const isBoardPage = (pathname: string) => /^\/whiteboard\/?$/.test(pathname)
