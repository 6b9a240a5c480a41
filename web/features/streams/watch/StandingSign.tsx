import { standingNames } from '../../../lib/messages/streams.ts'
import { classes } from '../../../ui/classes.ts'
import layout from '../StreamLayout.module.css'
import type { Standing } from './standing.ts'

/** How a live stream stands, in a word; nothing where other words on the page say it. */
export function StandingSign({ standing }: { standing: Standing }) {
  if (standing === 'connecting' || standing === 'over') return null
  return <span className={classes(layout.standing, standing === 'live' && layout.live)}>{standingNames[standing]}</span>
}
