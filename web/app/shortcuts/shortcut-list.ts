/** Key or sequence of two keys, and its effect. */
export type Shortcut = { keys: string; effect: string; membersOnly?: boolean }

export const SHORTCUT_LIST: readonly { where: string; keys: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      { keys: '?', effect: 'Show this list' },
      { keys: '/', effect: 'Go to the search box' },
      { keys: 'g h', effect: 'Home' },
      { keys: 'g g', effect: 'Galleries' },
      { keys: 'g s', effect: 'Search' },
      { keys: 'g u', effect: 'Upload' },
      { keys: 'g p', effect: 'Your profile', membersOnly: true },
    ],
  },
  {
    where: 'In galleries',
    keys: [
      { keys: 'j', effect: 'Next sketch (or the right arrow)' },
      { keys: 'k', effect: 'Previous sketch (or the left arrow)' },
      { keys: 'Enter', effect: 'Open the sketch' },
      { keys: 'm', effect: 'Load more' },
    ],
  },
  {
    where: 'On a sketch',
    keys: [
      { keys: '←', effect: 'Previous sketch in the list' },
      { keys: '→', effect: 'Next sketch in the list' },
      { keys: 'h', effect: 'Give a heart' },
      { keys: 'c', effect: 'Write a comment' },
      { keys: 'f', effect: 'View full size' },
      { keys: 'l', effect: 'Copy the link' },
      { keys: 'e', effect: 'Edit your own sketch' },
    ],
  },
  {
    where: 'While voting in a compo',
    keys: [
      { keys: '1', effect: 'Pick the first sketch (2 to 4 pick the others)' },
      { keys: 'Enter', effect: 'Next' },
      { keys: 's', effect: 'Skip' },
      { keys: 'b', effect: 'Back to the previous set' },
    ],
  },
  {
    where: 'On a stream',
    keys: [
      { keys: 'm', effect: 'Mute' },
      { keys: 'f', effect: 'Full screen' },
      { keys: 'p', effect: 'Picture in picture' },
      { keys: 'c', effect: 'Write in the chat' },
      { keys: 'k', effect: 'Play or pause a replay (or Space)' },
      { keys: '←', effect: 'Back five seconds in a replay' },
      { keys: '→', effect: 'Forward five seconds in a replay' },
      { keys: '0', effect: 'Start of a replay (1 to 9 skip to 10% to 90%)' },
    ],
  },
  {
    where: 'On the whiteboard',
    keys: [
      { keys: 'p', effect: 'Pen' },
      { keys: 'x', effect: 'Pixel brush' },
      { keys: 'i', effect: 'Pick a colour from the board (Escape cancels)' },
      { keys: 'w', effect: 'Who drew this?' },
      { keys: '[', effect: 'Smaller brush' },
      { keys: ']', effect: 'Larger brush' },
      { keys: '+', effect: 'Zoom in' },
      { keys: '-', effect: 'Zoom out' },
      { keys: ',', effect: 'Turn left' },
      { keys: '.', effect: 'Turn right' },
      { keys: '←', effect: 'Move the view left (or any other arrow)' },
      { keys: '0', effect: 'Reset the rotation' },
      { keys: 'Space', effect: 'Hold it to move the board (in the time-lapse: play or pause)' },
    ],
  },
]
