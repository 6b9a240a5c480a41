import { Hairline } from '../../ui/Hairline.tsx'
import { Flow, Grid, Horizontal, Stack, Vertical } from '../../ui/layout.tsx'
import { Block } from './Block.tsx'
import styles from './KitPage.module.css'

const WORDS = ['Charcoal', 'Graphite', 'Ink', 'Gouache', 'Pastel', 'Chalk', 'Watercolour']

export function LayoutBlocks() {
  const cells = WORDS.map((word) => (
    <span key={word} className={styles.cell}>
      {word}
    </span>
  ))
  return (
    <>
      <Block name="Horizontal, vertical, stack">
        <Horizontal justify="between">{cells.slice(0, 3)}</Horizontal>
        <Hairline />
        <Vertical gap={8} align="start">
          {cells.slice(0, 3)}
        </Vertical>
        <Hairline strong />
        <Stack className={styles.cell}>
          <span>Under</span>
          <span className={styles.over}>Over</span>
        </Stack>
      </Block>
      <Block name="Flow and grid">
        <Flow>{cells}</Flow>
        <Grid minColumnWidth={120} gap={8}>
          {cells}
        </Grid>
      </Block>
      <Block name="Type">
        <Vertical gap={8}>
          <p>Comments, chat and descriptions are set like this, 68 characters wide at most.</p>
          <p className={styles.title}>The title of a work, like a museum label</p>
          <p className={styles.soft}>Time, hints and the rest, two hours ago</p>
        </Vertical>
      </Block>
    </>
  )
}
