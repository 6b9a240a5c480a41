import type { SketchItem } from '../../../contract/http/sketches.ts'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { StripRows } from '../galleries/StripRows.tsx'
import styles from './Strip.module.css'

type StripProps = { title: string; to: string; list: string; sketches: readonly SketchItem[] | undefined }

/** At most two full rows of a list, with a link to its gallery. */
export function Strip({ title, to, list, sketches }: StripProps) {
  return (
    <section className={styles.strip}>
      <SectionTitle more={{ to }}>{title}</SectionTitle>
      <StripRows title={title} list={list} sketches={sketches} />
    </section>
  )
}
