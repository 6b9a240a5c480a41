import type { ReactNode } from 'react'

// Paths of the drawings, in a box of 200 × 148: construction lines in blue, ink above them.

const HEART =
  'M100.5 55C98 41 84 33 72.5 39.5C59 47.5 61 66 71 79.5C79.5 91 91 100.5 101 111.5C112 100 128.5 88.5 136.5 73C144 57.5 137.5 41 123.5 38.5C112.5 36.8 103 44 99.5 58'

const ARROW = 'M171 74.5C179 72.5 187 72.8 196 74M188.5 67.5C191.5 70 194 72 197 74.3C194 76 191.5 78.5 189.5 81.5'

type DrawingProps = { lines: ReactNode; children: ReactNode; hasArrow?: boolean }

/** Ink over construction lines, with an arrow to the next drawing. */
function Drawing({ lines, children, hasArrow = true }: DrawingProps) {
  return (
    <svg viewBox="0 0 200 148" fill="none" strokeLinecap="round" aria-hidden="true" focusable="false">
      <g stroke="var(--accent)" strokeWidth="1.2" opacity=".8">
        {lines}
      </g>
      <g stroke="var(--ink)" strokeWidth="2.2" strokeLinejoin="round">
        {children}
        {hasArrow && <path d={ARROW} strokeWidth="1.6" />}
      </g>
    </svg>
  )
}

export function HeartDrawing() {
  return (
    <Drawing
      lines={
        <>
          <path d="M0 74.5C60 73 140 75.5 164 74.3M101 12c1.2 40 .8 82-.6 126M55 66C74 84 92 102 112 124M147 64C130 82 110 102 90 122" />
          <ellipse cx="82" cy="59" rx="22" ry="23" />
          <ellipse cx="119.5" cy="58.5" rx="22" ry="22.5" transform="rotate(8 119 58)" />
        </>
      }
    >
      <path d={HEART} vectorEffect="non-scaling-stroke" />
    </Drawing>
  )
}

export function PictureDrawing() {
  return (
    <Drawing
      lines={
        <path d="M0 74.3C50 73.5 140 75.8 164 74.5M100 20c.8 34 .6 76-.4 110M46 26C82 58 120 92 156 122M154 26C120 56 82 90 46 122M52 37C84 36 120 36.5 150 37.5M51 112C84 111 122 111.5 150 112.5" />
      }
    >
      <path d="M60 38C86 36.5 114 37 142.5 37.8C141.8 62 142 88 142.3 112.5C116 113.5 88 112.8 58.5 113M59.8 33C59.2 60 60 88 59.5 117" />
      <path d="M60 96C72 82 80 74 88 84C96 93 102 86 112 72C120 62 132 74 142 84" strokeWidth="1.8" />
      <path d="M117 54a7 7.5 0 1 1-3.5 6" strokeWidth="1.8" />
    </Drawing>
  )
}

export function GlassDrawing() {
  return (
    <Drawing
      lines={
        <>
          <path d="M0 74.5C56 73.5 140 75.5 164 74.3M100 10c.8 40 .6 86-.4 128" />
          <ellipse cx="100" cy="34" rx="33" ry="10" />
          <ellipse cx="100" cy="112" rx="28" ry="9" />
          <path d="M66 22C68 56 70 90 73 124M134 22C132 56 130 90 127 124M127 98l-9 .4M128 86l-14 .4M129 62l-14 .4M130 50l-9 .4" />
        </>
      }
    >
      <path d="M67.5 33C69 60 71 86 72.5 111C78 122 122 122.5 127.5 111.5C129.5 86 131 60 133 32" />
      <path d="M70 60.5C78 68.5 120 69 130.5 59.5" strokeWidth="1.8" />
      <path
        d="M78 74.5C86 78 96 79 106 78.5M80 86C88 89 94 90 102 89.5M82 98C88 100 92 100.5 97 100"
        strokeWidth="1.4"
      />
      <path d="M66.5 35C70 24 128 22 133.5 33C132 44 76 46 67 36" />
    </Drawing>
  )
}

export function NewHeartDrawing() {
  return (
    <Drawing
      hasArrow={false}
      lines={
        <>
          <path d="M0 74.3C50 73.5 140 75.5 176 74.5M101 24c1 34 .6 68-.5 100M68 68C80 80 92 94 108 110M134 67C122 80 108 94 94 109" />
          <ellipse cx="88" cy="64" rx="15.5" ry="16" />
          <ellipse cx="114" cy="63.5" rx="15.5" ry="16" />
          <ellipse cx="100.5" cy="75" rx="48" ry="47" transform="rotate(6 100 75)" />
          <ellipse cx="100.5" cy="75" rx="46" ry="50" />
        </>
      }
    >
      <path transform="translate(30.5 22) scale(0.7)" d={HEART} vectorEffect="non-scaling-stroke" />
    </Drawing>
  )
}
