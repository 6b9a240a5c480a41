import styles from './layout.module.css'

/** The steps of the spacing scale that containers use, in pixels. */
export type Gap = 0 | 4 | 8 | 12 | 16 | 24 | 32

export function gapClass(gap: Gap): string | undefined {
  return styles[`gap${gap}`]
}
