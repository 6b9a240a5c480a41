import type { HomeReply, Motd } from '../../../contract/http/home.ts'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/Link.tsx'
import { ChallengeLead } from './ChallengeLead.tsx'
import { CompoLead } from './CompoLead.tsx'
import styles from './Lead.module.css'
import { Unread } from './Unread.tsx'

type LeadProps = { home: HomeReply | undefined; isMember: boolean }

/**
 * Today's challenge, the compo that matters most now, and the desk: unread counts and the message of the day [1 §2].
 */
export function Lead({ home, isMember }: LeadProps) {
  const { challenges, compo, motd, unread } = home ?? {}
  const challenge = challenges?.[0]
  const hasDesk = isMember || Boolean(motd)
  if (home && !challenge && !compo && !hasDesk) return null
  return (
    <div className={classes(styles.lead, hasDesk && styles.withDesk, !home && styles.loading)}>
      {challenge && <ChallengeLead challenge={challenge} isMember={isMember} />}
      {compo && <CompoLead compo={compo} isMember={isMember} />}
      {hasDesk && (
        <div className={styles.desk}>
          {isMember && <Unread unread={unread} />}
          {motd && <MessageOfTheDay {...motd} />}
        </div>
      )}
    </div>
  )
}

function MessageOfTheDay({ text, link }: Motd) {
  return (
    <p className={styles.motd}>
      {text} {link && <Link to={link}>Read more</Link>}
    </p>
  )
}
