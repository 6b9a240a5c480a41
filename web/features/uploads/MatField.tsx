import type { Mat } from '../../../contract/mat.ts'
import { Segmented } from '../../ui/Segmented.tsx'

const OPTIONS = [
  { value: 'white', label: 'White' },
  { value: 'gray', label: 'Grey' },
  { value: 'black', label: 'Black' },
] as const

/** Choice of the colour behind a transparent picture. */
export function MatField({ value, onChange }: { value: Mat; onChange: (mat: Mat) => void }) {
  return <Segmented label="Behind transparent parts" showLabel options={OPTIONS} value={value} onChange={onChange} />
}
