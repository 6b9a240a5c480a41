/** Key or sequence of two keys, and its effect. */
export type Shortcut = { keys: string; does: string; ofMember?: boolean }

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
      { keys: 'j', does: 'Next sketch, as the right arrow does' },
      { keys: 'k', does: 'Previous sketch, as the left arrow does' },
      { keys: 'Enter', does: 'Open the sketch' },
      { keys: 'm', does: 'Load more' },
    ],
  },
  {
    where: 'On a sketch',
    keys: [
      { keys: '←', does: 'Previous sketch of the list' },
      { keys: '→', does: 'Next sketch of the list' },
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
      { keys: 'c', does: 'Say something in the chat' },
      { keys: 'k', does: 'Play or pause a replay, as Space does' },
      { keys: '←', does: 'Five seconds back in a replay' },
      { keys: '→', does: 'Five seconds on in a replay' },
      { keys: '0', does: 'Go to the beginning of a replay, and so on with each digit' },
    ],
  },
  {
    where: 'On the whiteboard',
    keys: [
      { keys: 'p', does: 'Pen' },
      { keys: 'x', does: 'Pixel brush' },
      { keys: 'i', does: 'Pick a colour from the board, and Escape to leave it' },
      { keys: 'w', does: 'Ask who drew at a place' },
      { keys: '[', does: 'Smaller brush' },
      { keys: ']', does: 'Larger brush' },
      { keys: '=', does: 'Zoom in' },
      { keys: '-', does: 'Zoom out' },
      { keys: ',', does: 'Turn left' },
      { keys: '.', does: 'Turn right' },
      { keys: '←', does: 'Look further left, and so on with each arrow' },
      { keys: '0', does: 'Set the board straight' },
      { keys: 'Space', does: 'Play or pause the time-lapse' },
    ],
  },
]
