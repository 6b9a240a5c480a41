import { useEffect, useRef, useState } from 'react'
import { WARNING } from '../../../contract/ban.ts'
import type { BanNotice as Notice } from '../../../contract/http/auth.ts'
import { PRODUCT_NAME, supportAddress } from '../../../contract/product.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { noticeRule, noticeSentence, noticeTitle } from '../../lib/messages/bans.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { logOut } from '../auth/queries.ts'
import { AcceptWarning } from './AcceptWarning.tsx'
import styles from './BanNotice.module.css'

/** What a member sees in place of any page while a ban or a warning stands [2 §2]. */
export function BanNotice({ ban }: { ban: Notice }) {
  const { duration, dateStart, dateEnd, reason, userId } = ban
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
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
        <span className={styles.date}>{`Reason, ${dayOf(dateStart)}`}</span>
        <p>{reason}</p>
      </blockquote>
      {!isWarning && <p>{`Ends: ${dateEnd === null ? 'Never' : timeOf(dateEnd)}`}</p>}
      <p>
        {`${noticeRule(duration)} Please read the `}
        <Link to="/guidelines">community guidelines</Link>
        {isWarning ? ' before you go on, or ' : ', or '}
        <a href={`mailto:${supportAddress(location.hostname)}`}>contact support</a>
        {' if you think this is a mistake.'}
      </p>
      {isWarning ? <AcceptWarning userId={userId} leave={<LogOut />} /> : <LogOut />}
    </main>
  )
}

function LogOut() {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await logOut()
      location.replace('/')
    } catch (error) {
      toastFailure(error)
      setLeaving(false)
    }
  }
  return (
    <div>
      <Button busy={leaving} onClick={() => void leave()}>
        Log out
      </Button>
    </div>
  )
}

const dateOf = (wireTime: string) => new Date(fromWireTime(wireTime))
const dayOf = (wireTime: string) => dateOf(wireTime).toLocaleString('en-GB', { day: 'numeric', month: 'long' })
const timeOf = (wireTime: string) => dateOf(wireTime).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
