import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrushFile, brushFile } from '../../../contract/brush.ts'

/** `path` is the folder in `library/`, `colour` the colour of the preview strokes. */
export type LibraryCategory = { path: string; title: string; colour: string }

export const CATEGORIES: readonly LibraryCategory[] = [
  { path: 'drawing/pencils', title: 'Pencils', colour: '#33363f' },
  { path: 'drawing/charcoal', title: 'Charcoal and pastel', colour: '#2a2624' },
  { path: 'ink/pens', title: 'Pens', colour: '#1f2a44' },
  { path: 'ink/brushes', title: 'Ink brushes', colour: '#16161a' },
  { path: 'paint/watercolour', title: 'Watercolour', colour: '#2f6f8f' },
  { path: 'paint/oil', title: 'Oil and gouache', colour: '#b2502f' },
  { path: 'effects/spray', title: 'Spray', colour: '#5b4a86' },
  { path: 'effects/texture', title: 'Texture', colour: '#4c6b3a' },
]

/** Brushes sorted by file name. @throws for an invalid file */
export async function readCategory({ path }: LibraryCategory): Promise<BrushFile[]> {
  const folder = join(import.meta.dirname, 'library', path)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(names.map((name) => readBrush(join(folder, name))))
}

async function readBrush(path: string): Promise<BrushFile> {
  const parsed = brushFile.safeParse(JSON.parse(await readFile(path, 'utf8')))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new Error(`${path}: ${issue?.path.join('.')} ${issue?.message}`)
}
