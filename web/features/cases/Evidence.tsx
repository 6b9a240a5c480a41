import type { ReactNode } from 'react'
import { placeOfComment } from '../../../contract/comment-place.ts'
import type { CaseDetail } from '../../../contract/http/cases.ts'
import { streamPreviewPath } from '../../../contract/http/streams.ts'
import { imageAddress } from '../../../contract/image-sizes.ts'
import { itemName } from '../../../contract/store.ts'
import { countText, dateTimeText } from '../../lib/format.ts'
import { caseMessages } from '../../lib/messages/cases.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { classes } from '../../ui/classes.ts'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { UserText } from '../../ui/UserText.tsx'
import styles from './Evidence.module.css'

type Evidence<Kind extends CaseDetail['kind']> = Extract<CaseDetail['evidence'], { kind: Kind }>
type People = CaseDetail['people']

const PICTURE_WIDTH = 600

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

type SketchEvidenceProps = { evidence: Evidence<'sketch'>; target: string; present: CaseDetail['present'] }

function SketchEvidence({ evidence, target, present }: SketchEvidenceProps) {
  const { title, description, mature, madeWithAi, createdAt, challenge, compo, original } = evidence
  const imageUrl = present?.imageUrl ?? null
  const frozenUrl = present?.frozenUrl ?? null
  const name = title || 'Untitled'
  const address = `/sketch/${target}`
  return (
    <>
      {frozenUrl && <SketchPicture imageUrl={frozenUrl} address={address} name={name} />}
      {imageUrl && imageUrl !== frozenUrl && (
        <>
          <p>{frozenUrl ? caseMessages.replaced : caseMessages.mayBeReplaced}</p>
          <SketchPicture imageUrl={imageUrl} address={address} name={`${name}, now`} />
        </>
      )}
      <FactList dense>
        <Fact name="Title">{imageUrl ? <Link to={address}>{name}</Link> : name}</Fact>
        <Fact name="Posted">{dateTimeText(createdAt)}</Fact>
        <Fact name="Labels">
          {[mature && 'Mature', madeWithAi && 'Made with AI'].filter(Boolean).join(', ') || 'None'}
        </Fact>
        {challenge && (
          <Fact name="Challenge">
            <Link to={`/challenge/${challenge.id}`}>{challenge.title}</Link>
          </Fact>
        )}
        {compo && (
          <Fact name="Compo">
            <Link to={`/compo/${compo.key}`}>{compo.title}</Link>
          </Fact>
        )}
      </FactList>
      {description && <UserText>{description}</UserText>}
      {original && <OriginalEvidence original={original} imageUrl={present?.originalUrl ?? null} />}
    </>
  )
}

function SketchPicture({ imageUrl, address, name }: { imageUrl: string; address: string; name: string }) {
  return (
    <Link to={address} className={styles.picture}>
      <img src={imageAddress(imageUrl, PICTURE_WIDTH)} alt={name} />
    </Link>
  )
}

type OriginalEvidenceProps = {
  original: NonNullable<Evidence<'sketch'>['original']>
  imageUrl: string | null
}

/** The similar sketch of another member, and what the artist of the reported sketch said about it. */
function OriginalEvidence({ original, imageUrl }: OriginalEvidenceProps) {
  const name = original.title || 'Untitled'
  return (
    <>
      {imageUrl && <SketchPicture imageUrl={imageUrl} address={`/sketch/${original.id}`} name={`Original: ${name}`} />}
      <FactList dense>
        <Fact name="Original">
          <Link to={`/sketch/${original.id}`}>{name}</Link>
        </Fact>
        <Fact name="Answer when posted">{repostMessages.answers[original.answer]}</Fact>
      </FactList>
    </>
  )
}

type ProfileEvidenceProps = { evidence: Evidence<'profile'>; target: string; present: CaseDetail['present'] }

function ProfileEvidence({ evidence, target, present }: ProfileEvidenceProps) {
  const { nickname, about, website, avatarKey, coverKey } = evidence
  return (
    <>
      <FactList dense>
        <Fact name="Nickname">
          <Link to={`/user/${target}`}>{nickname}</Link>
        </Fact>
        {website && <Fact name="Website">{website}</Fact>}
        {avatarKey && <Fact name="Avatar">{pictureOr(present?.avatarUrl, 'Avatar')}</Fact>}
        {coverKey && <Fact name="Cover">{pictureOr(present?.coverUrl, 'Cover')}</Fact>}
      </FactList>
      {about && <UserText>{about}</UserText>}
    </>
  )
}

const pictureOr = (imageUrl: string | null | undefined, name: string) =>
  imageUrl ? (
    <img className={styles.profilePicture} src={imageAddress(imageUrl, PICTURE_WIDTH)} alt={name} />
  ) : (
    caseMessages.changed
  )

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
