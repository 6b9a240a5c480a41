import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { WARNING } from '../../../contract/ban.ts'
import type { CurrentBan } from '../../../contract/http/auth.ts'
import { PRODUCT_NAME, supportAddress } from '../../../contract/product.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dateText, dateTimeText } from '../../lib/format.ts'
import { banMessages, noticeRule, noticeSentence, noticeTitle, UNCONFIRMED_NOTICE } from '../../lib/messages/bans.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Link } from '../../ui/Link.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { useLogOut } from '../auth/queries.ts'
import styles from './BanNotice.module.css'
import { useAcceptWarning, useSessionAfter } from './queries.ts'

/** Pages that stay open, besides those in the text. */
const OPEN_PAGES = [
  { to: '/help', label: 'Help' },
  { to: '/support', label: 'Contact' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/export', label: 'Your data' },
  { to: '/leave', label: 'Delete my account' },
]

/** Replaces every page while the member is banned or has a warning to accept [2 §2]. */
export function BanNotice({ ban }: { ban: CurrentBan }) {
  const { duration, unconfirmed, dateStart, dateEnd, reason, userId } = ban
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useSessionAfter(dateEnd)
  const isWarning = duration === WARNING
  return (
    <main id="main" className={styles.notice}>
      <title>{`${noticeTitle(duration)} – ${PRODUCT_NAME}`}</title>
      <Logo size={48} wordless />
      <h1 ref={title} tabIndex={-1}>
        {noticeTitle(duration)}
      </h1>
      <p className={styles.lead}>{noticeSentence(duration)}</p>
      <blockquote className={styles.reason}>
        <span className={styles.date}>{`Reason, ${dateText(dateStart)}`}</span>
        {/* Pages of members are closed to them. */}
        <UserText mentions={[]}>{reason}</UserText>
      </blockquote>
      {!isWarning && <p>{`Ends: ${dateEnd === null ? 'Never' : dateTimeText(fromWireTime(dateEnd))}`}</p>}
      {unconfirmed && <p>{UNCONFIRMED_NOTICE}</p>}
      <p>
        {`${noticeRule(duration)} Please read the `}
        <Link to="/guidelines">community guidelines</Link>
        {isWarning ? ' before you continue, or ' : ', or '}
        <a href={`mailto:${supportAddress(location.hostname)}`}>contact support</a>
        {' if you think this is a mistake. You can also '}
        <Link to="/decision">appeal</Link>
        {' once.'}
      </p>
      {isWarning ? <AcceptWarning userId={userId} logOut={<LogOut />} /> : <LogOut />}
      <nav aria-label="About" className={styles.links}>
        {OPEN_PAGES.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </main>
  )
}

/** Accepts a warning: requires the checkbox [2 §5], then opens the home page [2 §4]. */
function AcceptWarning({ userId, logOut }: { userId: number; logOut: ReactNode }) {
  const navigate = useNavigate()
  const [hasAgreed, setHasAgreed] = useState(false)
  const accept = useAcceptWarning(() => {
    toast(banMessages.accepted)
    return navigate('/')
  })
  return (
    <>
      <Checkbox checked={hasAgreed} onChange={(event) => setHasAgreed(event.target.checked)}>
        I've read the guidelines and agree to follow them
      </Checkbox>
      <div className={styles.buttons}>
        <Button variant="primary" disabled={!hasAgreed} busy={accept.isPending} onClick={() => accept.mutate(userId)}>
          Accept
        </Button>
        {logOut}
      </div>
      <p role="alert" className={styles.error}>
        {accept.isError && banMessages.acceptFailed(location.host)}
      </p>
    </>
  )
}

function LogOut() {
  const logOut = useLogOut()
  return (
    <div>
      <Button busy={logOut.isPending || logOut.isSuccess} onClick={() => logOut.mutate()}>
        Log out
      </Button>
    </div>
  )
}
