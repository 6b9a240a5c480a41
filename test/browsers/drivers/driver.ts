/** Position in CSS pixels of the window. */
export type Point = readonly [x: number, y: number]

export type BrowserName = 'chromium' | 'firefox' | 'webkit'

/** Runs in the page as source text, so that it can only use its arguments. */
export type PageFunction<Args extends readonly unknown[], Result> = (...args: Args) => Result | Promise<Result>

/** A window of a browser, with its own cookies. Input passes through the browser, as from a mouse and a keyboard. */
export type Driver = {
  readonly name: BrowserName
  readonly version: string
  /** Errors of the page since the last call. */
  takeErrors: () => string[]
  open: (url: string) => Promise<void>
  reload: () => Promise<void>
  run: <Args extends readonly unknown[], Result>(work: PageFunction<Args, Result>, ...args: Args) => Promise<Result>
  click: (at: Point) => Promise<void>
  /** Draws with the mouse button down. */
  drag: (points: readonly Point[]) => Promise<void>
  /** Types into the element with the focus. */
  type: (text: string) => Promise<void>
  setFiles: (selector: string, paths: readonly string[]) => Promise<void>
  screenshot: (path: string) => Promise<void>
  close: () => Promise<void>
}

/** Size of every browser's window. */
export const WINDOW = { width: 1280, height: 900 } as const

/** Errors that say nothing about the site. */
const HARMLESS = [
  // Chromium loses a picture that is on its way from a source that is switched off.
  /VideoFrame was garbage collected/,
  // The session of a visitor, and requests that end with their page.
  /status of 401/,
  /download failed .* status=2152398850/,
  // Firefox logs this for early scripts on its internal pages.
  /Permission denied to access property "length"/,
  // Firefox logs sockets that were still opening when their page was left. A step that needs one waits for what it
  // brings.
  /establish a connection to the server at \S+\/socket\/|was interrupted while the page was loading/,
]

export const isHarmless = (error: string) => HARMLESS.some((known) => known.test(error))
