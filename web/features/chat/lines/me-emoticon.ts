/** Draws the emoticon of the line's sender [2 §2 Edit profile]. */
export const ME_CODE = '(me)'
