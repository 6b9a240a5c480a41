/** The public picture of the board, a PNG. */
export const BOARD_PICTURE_PATH = '/whiteboard/board.png'

/** An account with this nickname cannot draw [2 §2 Whiteboard]. */
export const ANONYMOUS_NICKNAME = 'Anonymous'
