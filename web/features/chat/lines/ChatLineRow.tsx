import { CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import type { Person } from '../../../../contract/http/users.ts'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { dateTimeText, timeText } from '../../../lib/format.ts'
import { AvatarLink } from '../../../ui/Avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { MemberLink } from '../../../ui/MemberLink.tsx'
import styles from './ChatLineRow.module.css'
import { LineMenu, type LineMenuProps } from './LineMenu.tsx'
import { LineCards, LineText } from './LineText.tsx'

type LineProps = Omit<LineMenuProps, 'label'> & {
  line: ChatLine
  people: readonly Person[]
  /** Base address of the sender's `(me)` emoticon. */
  emoticon: string | undefined
  /** The line that this one replies to, if it is still in the log. */
  repliedLine: ChatLine | undefined
  onJump: (lineId: number) => void
}

/** A line of a room. An action (`/me`) is in italics, without an avatar. */
export const ChatLineRow = memo(function Line(props: LineProps) {
  const { line, user, people, emoticon, repliedLine, onJump } = props
  const { id, user: by, action, background } = line
  const text = <LineText {...{ people, emoticon }} message={line.message} mentions={line.mentions} me={user} />
  return (
    <article
      id={`line-${id}`}
      tabIndex={-1}
      className={classes(styles.line, action && styles.action, background && styles.announced)}
    >
      {!action && <AvatarLink userId={by.id} nickname={by.nickname} avatar={by.avatar} />}
      <div className={styles.content}>
        {line.replyTo !== null && <RepliedLine line={repliedLine} onJump={onJump} />}
        {action ? (
          <p className={styles.text}>
            <MemberLink id={by.id} nickname={by.nickname} className={styles.nickname} /> {text}
          </p>
        ) : (
          <>
            <p className={styles.byline}>
              <MemberLink id={by.id} nickname={by.nickname} className={styles.nickname} />
              {line.admin && <span className={styles.fact}>gloperator</span>}
              <LineTime date={line.date} />
              {line.edited && <span className={styles.fact}>edited</span>}
            </p>
            <p className={styles.text}>
              {text}
              {line.link && (
                <>
                  {' '}
                  <Link to={line.link.path}>{line.link.label}</Link>
                </>
              )}
            </p>
          </>
        )}
        <LineCards message={line.message} />
      </div>
      <LineMenu {...props} label={`More actions for the message by ${by.nickname}`} />
    </article>
  )
})

function LineTime({ date }: { date: string }) {
  const ms = fromWireTime(date)
  return (
    <time dateTime={new Date(ms).toISOString()} title={dateTimeText(ms)} className={styles.time}>
      {timeText(ms)}
    </time>
  )
}

function RepliedLine({ line, onJump }: { line: ChatLine | undefined; onJump: (lineId: number) => void }) {
  if (!line) return <p className={styles.replied}>{REPLY_MARK} an earlier message</p>
  return (
    <button type="button" className={styles.replied} onClick={() => onJump(line.id)}>
      {REPLY_MARK}
      <span className={styles.quote}>
        {line.user.nickname}: {line.message}
      </span>
    </button>
  )
}

const REPLY_MARK = (
  <>
    <Icon of={CornerDownRight} size={16} />
    <Hidden>Reply to </Hidden>
  </>
)
