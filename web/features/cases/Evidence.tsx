import type { ReactNode } from 'react'
import { placeOfComment } from '../../../contract/comment-place.ts'
import type { CaseDetail } from '../../../contract/http/cases.ts'
import { streamPreviewPath } from '../../../contract/http/streams.ts'
import { itemName } from '../../../contract/store.ts'
import { countText, dateTimeText } from '../../lib/format.ts'
import { caseMessages } from '../../lib/messages/cases.ts'
import { classes } from '../../ui/classes.ts'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { UserText } from '../../ui/UserText.tsx'
import type { Evidence } from './case-evidence.ts'
import styles from './Evidence.module.css'
import { ProfileEvidence, SketchEvidence } from './PictureEvidence.tsx'

type People = CaseDetail['people']

/** The reported thing and its neighbours as they were at the first report. */
export function EvidenceView({ found }: { found: CaseDetail }) {
  const { evidence, people, present, target } = found
  if (evidence === null) return <p>{caseMessages.evidenceDeleted}</p>
  switch (evidence.kind) {
    case 'sketch':
      return <SketchEvidence evidence={evidence} target={target} present={present} />
    case 'comment':
      return <CommentEvidence evidence={evidence} people={people} />
    case 'profile':
      return <ProfileEvidence evidence={evidence} target={target} present={present} />
    case 'stream':
      return <StreamEvidence evidence={evidence} target={target} />
    case 'message':
      return (
        <>
          <p>{`Subject: ${evidence.subject}`}</p>
          <Texts texts={evidence.posts.toReversed().map((post) => ({ ...post, id: post.number }))} people={people} />
        </>
      )
    case 'post':
      return <PostEvidence evidence={evidence} people={people} />
    case 'group':
      return <GroupEvidence evidence={evidence} people={people} />
    case 'compo':
      return <CompoEvidence evidence={evidence} people={people} />
    case 'challenge':
      return <ChallengeEvidence evidence={evidence} target={target} people={people} />
    case 'chatLine':
      return <ChatLineEvidence evidence={evidence} people={people} />
    case 'boardMark':
      return <BoardMarkEvidence evidence={evidence} />
    case 'gift':
      return <GiftEvidence evidence={evidence} />
  }
}

const STATES = { announced: 'Announced', live: 'Live', ended: 'Ended' } as const

function StreamEvidence({ evidence, target }: { evidence: Evidence<'stream'>; target: string }) {
  const { title, description, state, startedAt, previewNumber, chapters } = evidence
  return (
    <>
      {previewNumber > 0 && (
        <Link to={`/stream/${target}`} className={styles.picture}>
          <img src={streamPreviewPath(Number(target), previewNumber)} alt={`Preview of ${title}`} />
        </Link>
      )}
      <FactList dense>
        <Fact name="Title">
          <Link to={`/stream/${target}`}>{title}</Link>
        </Fact>
        <Fact name="State">{STATES[state]}</Fact>
        {startedAt !== null && <Fact name="Started">{dateTimeText(startedAt)}</Fact>}
        {chapters.length > 0 && <Fact name="Chapters">{chapters.map((chapter) => chapter.title).join(', ')}</Fact>}
      </FactList>
      {description && <UserText>{description}</UserText>}
    </>
  )
}

function CommentEvidence({ evidence, people }: { evidence: Evidence<'comment'>; people: People }) {
  const { target, comment, before, after } = evidence
  const { address, place } = placeOfComment(target, comment.id)
  return (
    <>
      <p>
        On <Link to={address}>{place}</Link>
      </p>
      <Texts texts={[...before, comment, ...after]} reported={comment.id} people={people} />
    </>
  )
}

function GroupEvidence({ evidence, people }: { evidence: Evidence<'group'>; people: People }) {
  const { slug, title, description, rules, writer, createdAt } = evidence
  return (
    <>
      <FactList dense>
        <Fact name="Name">
          <Link to={`/group/${slug}`}>{title}</Link>
        </Fact>
        <Fact name="Founded">{dateTimeText(createdAt)}</Fact>
        {writer && (
          <Fact name="Texts last changed by">
            <MemberLink id={writer.userId} nickname={nicknameOf(writer.userId, people)} />
          </Fact>
        )}
      </FactList>
      <UserText>{description}</UserText>
      {rules && <UserText>{rules}</UserText>}
    </>
  )
}

function CompoEvidence({ evidence, people }: { evidence: Evidence<'compo'>; people: People }) {
  const { key, title, description, startsAt, endsAt, votingEndsAt } = evidence
  return (
    <>
      <FactList dense>
        <Fact name="Title">
          <Link to={`/compo/${key}`}>{title}</Link>
        </Fact>
        <GroupFacts {...evidence} people={people} />
        <Fact name="Entries">{`${dateTimeText(startsAt)} to ${dateTimeText(endsAt)}`}</Fact>
        <Fact name="Voting until">{dateTimeText(votingEndsAt)}</Fact>
      </FactList>
      {description && <UserText>{description}</UserText>}
    </>
  )
}

type ChallengeEvidenceProps = { evidence: Evidence<'challenge'>; target: string; people: People }

function ChallengeEvidence({ evidence, target, people }: ChallengeEvidenceProps) {
  const { title, description, startedAt } = evidence
  return (
    <>
      <FactList dense>
        <Fact name="Title">
          <Link to={`/challenge/${target}`}>{title}</Link>
        </Fact>
        <GroupFacts {...evidence} people={people} />
        <Fact name="Began">{dateTimeText(startedAt)}</Fact>
      </FactList>
      {description && <UserText>{description}</UserText>}
    </>
  )
}

type GroupFactsProps = Pick<Evidence<'compo' | 'challenge'>, 'group' | 'writer'> & { people: People }

function GroupFacts({ group, writer, people }: GroupFactsProps) {
  return (
    <>
      <Fact name="Group">
        <Link to={`/group/${group.slug}`}>{group.title}</Link>
      </Fact>
      <Fact name="Last changed by">
        <MemberLink id={writer.userId} nickname={nicknameOf(writer.userId, people)} />
      </Fact>
    </>
  )
}

function PostEvidence({ evidence, people }: { evidence: Evidence<'post'>; people: People }) {
  const { topic, post, before, after } = evidence
  const texts = [...before, post, ...after].map((each) => ({ ...each, id: each.number }))
  return (
    <>
      <p>
        In <Link to={`/forum/topic/${topic.id}`}>{topic.title}</Link>
      </p>
      <Texts texts={texts} reported={post.number} people={people} />
    </>
  )
}

function ChatLineEvidence({ evidence, people }: { evidence: Evidence<'chatLine'>; people: People }) {
  const { channel, title, line, before, after } = evidence
  return (
    <>
      <p>
        In the room <Link to={`/chat/${encodeURIComponent(channel)}`}>{title ?? channel}</Link>
      </p>
      <Texts texts={[...before, line, ...after]} reported={line.id} people={people} />
    </>
  )
}

function BoardMarkEvidence({ evidence: { x, y, drawnAt, picture } }: { evidence: Evidence<'boardMark'> }) {
  return (
    <>
      {picture === null ? (
        <p>It had scrolled off the board.</p>
      ) : (
        <img className={styles.mark} src={`data:image/png;base64,${picture}`} alt="The board around the mark" />
      )}
      <FactList dense>
        <Fact name="Place">{`${x}, ${y}`}</Fact>
        <Fact name="Drawn">{dateTimeText(drawnAt)}</Fact>
      </FactList>
    </>
  )
}

function GiftEvidence({ evidence: { item, message, paidAt } }: { evidence: Evidence<'gift'> }) {
  return (
    <>
      <FactList dense>
        <Fact name="Gift">{itemName(item)}</Fact>
        <Fact name="Given">{dateTimeText(paidAt)}</Fact>
      </FactList>
      <UserText>{message}</UserText>
    </>
  )
}

const nicknameOf = (userId: number, people: People) =>
  people.find(({ id }) => id === userId)?.nickname ?? `member ${userId}`

type KeptText = { id: number; userId: number; text: string; createdAt: number; sketchId?: number | null }

/** Texts in the order of writing. The reported one is highlighted. */
function Texts({ texts, reported, people }: { texts: readonly KeptText[]; reported?: number; people: People }) {
  return (
    <ol aria-label={countText(texts.length, 'text')} className={styles.texts}>
      {texts.map(({ id, userId, text, createdAt, sketchId }) => (
        <li key={id} className={classes(styles.text, id === reported && styles.reported)}>
          <p className={styles.writer}>
            <MemberLink id={userId} nickname={nicknameOf(userId, people)} />
            <time dateTime={new Date(createdAt).toISOString()}>{dateTimeText(createdAt)}</time>
            {id === reported && <strong>Reported</strong>}
          </p>
          <UserText>{text}</UserText>
          {sketchId != null && <Attached>{sketchId}</Attached>}
        </li>
      ))}
    </ol>
  )
}

function Attached({ children }: { children: number }): ReactNode {
  return <Link to={`/sketch/${children}`}>Attached sketch</Link>
}
