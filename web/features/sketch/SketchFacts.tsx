import type { ShownSketch } from '../../../contract/http/sketch.ts'
import styles from './SketchFacts.module.css'

/** What the artist says of the sketch, and what there is to know about it. */
export function SketchFacts({ sketch }: { sketch: ShownSketch }) {
  const { width, height } = sketch
  return (
    <>
      {sketch.description && <p className={styles.description}>{sketch.description}</p>}
      <dl className={styles.facts}>
        {sketch.tags.length > 0 && <Fact name="Tags">{sketch.tags.join(', ')}</Fact>}
        <Fact name="Size">{`${width.toLocaleString('en')} × ${height.toLocaleString('en')}`}</Fact>
        {sketch.madeWithAi && <Fact name="Made with">Generative AI, says the artist</Fact>}
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
