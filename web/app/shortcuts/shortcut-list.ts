/** A key or a sequence of two keys, and its effect. */
export type Shortcut = { keys: string; does: string; ofMember?: boolean }

/** The contents of the dialog of shortcuts, grouped by page. */
export const SHORTCUT_LIST: readonly { where: string; keys: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      { keys: '?', does: 'This list' },
      { keys: '/', does: 'Go to the search field' },
      { keys: 'g h', does: 'Home' },
      { keys: 'g g', does: 'Galleries' },
      { keys: 'g s', does: 'Search' },
      { keys: 'g u', does: 'Upload' },
      { keys: 'g p', does: 'Your profile', ofMember: true },
    ],
  },
  {
    where: 'In galleries',
    keys: [
      { keys: 'j', does: 'Next sketch (or the right arrow)' },
      { keys: 'k', does: 'Previous sketch (or the left arrow)' },
      { keys: 'Enter', does: 'Open the sketch' },
      { keys: 'm', does: 'Load more' },
    ],
  },
  {
    where: 'On a sketch',
    keys: [
      { keys: '←', does: 'Previous sketch in the list' },
      { keys: '→', does: 'Next sketch in the list' },
      { keys: 'h', does: 'Give a heart' },
      { keys: 'c', does: 'Write a comment' },
      { keys: 'f', does: 'View full size' },
      { keys: 'l', does: 'Copy the link' },
      { keys: 'e', does: 'Edit your own sketch' },
    ],
  },
  {
    where: 'On a stream',
    keys: [
      { keys: 'm', does: 'Mute' },
      { keys: 'f', does: 'Full screen' },
      { keys: 'p', does: 'Picture in picture' },
      { keys: 'c', does: 'Write in the chat' },
      { keys: 'k', does: 'Play or pause a replay (or Space)' },
      { keys: '←', does: 'Back five seconds in a replay' },
      { keys: '→', does: 'Forward five seconds in a replay' },
      { keys: '0', does: 'Go to the start of a replay; each digit goes a tenth further' },
    ],
  },
  {
    where: 'On the whiteboard',
    keys: [
      { keys: 'p', does: 'Pen' },
      { keys: 'x', does: 'Pixel brush' },
      { keys: 'i', does: 'Pick a colour from the board; Escape cancels' },
      { keys: 'w', does: 'Who drew this?' },
      { keys: '[', does: 'Smaller brush' },
      { keys: ']', does: 'Larger brush' },
      { keys: '=', does: 'Zoom in' },
      { keys: '-', does: 'Zoom out' },
      { keys: ',', does: 'Turn left' },
      { keys: '.', does: 'Turn right' },
      { keys: '←', does: 'Move the view left; each arrow moves its way' },
      { keys: '0', does: 'Reset the rotation' },
      { keys: 'Space', does: 'Play or pause the time-lapse' },
    ],
  },
]
