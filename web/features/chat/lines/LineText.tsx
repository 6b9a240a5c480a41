import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mention } from '../../../../contract/http/mentions.ts'
import type { Person } from '../../../../contract/http/users.ts'
import { coverPicture, thumbnailPicture } from '../../../../contract/image-sizes.ts'
import { withLinkKey } from '../../../../contract/sketch-address.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextPartView } from '../../../ui/UserText.tsx'
import { sketchThumbQuery } from '../../sketches/queries.ts'
import { emoticonIcons } from '../compose/emoticons.ts'
import styles from './LineText.module.css'
import { type LinePart, type LinkedSketch, linkedSketches, splitLine } from './line-parts.ts'

type LineTextProps = {
  message: string
  people: readonly Person[]
  me: Person
  /** Mentions that the site found when the line was written; without them, the names of `people` are mentions. */
  mentions?: readonly Mention[] | undefined
  /** Base address of the picture that the sender's `(me)` draws. */
  emoticon?: string
}

/** A message with links, mentions and emoticons as React elements; it is never parsed as markup. */
export function LineText({ message, people, me, mentions, emoticon }: LineTextProps) {
  return splitLine(message, location.host, [...people, me], mentions).map((part) =>
    part.kind === 'me' ? (
      <MeEmoticon key={part.at} code={part.text} image={emoticon} />
    ) : (
      <Part key={part.at} part={part} me={me.id} />
    ),
  )
}

/** Previews of the sketches that a message links to. */
export function LineCards({ message }: { message: string }) {
  const sketches = linkedSketches(splitLine(message, location.host, []))
  if (!sketches.length) return null
  return (
    <div className={styles.cards}>
      {sketches.map((sketch) => (
        <SketchCard key={sketch.id} {...sketch} />
      ))}
    </div>
  )
}

function Part({ part, me }: { part: Exclude<LinePart, { kind: 'me' }>; me: number }) {
  if (part.kind !== 'emoticon') {
    const isMe = part.kind === 'mention' && part.userId === me
    return <TextPartView part={part} mentionClass={classes(styles.name, isMe && styles.self)} />
  }
  return (
    <span role="img" aria-label={part.name} title={part.text} className={styles.emoticon}>
      <Icon of={emoticonIcons[part.name]} />
    </span>
  )
}

const ME_SIDE = 24

/** The emoticon that the sender made of a sketch; its code where there is none. */
function MeEmoticon({ code, image }: { code: string; image: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  if (!image || image === broken) return code
  return (
    <img
      {...thumbnailPicture(image, ME_SIDE)}
      alt={code}
      title={code}
      width={ME_SIDE}
      height={ME_SIDE}
      className={styles.me}
      loading="lazy"
      onError={() => setBroken(image)}
    />
  )
}

const SIDE = 64
/** Height of the picture and the card's border. */
const CARD_HEIGHT = SIDE + 2

/**
 * Preview of a linked sketch; nothing for mature sketches and those that the member may not see. Its height is kept
 * while it loads, so that the lines do not move.
 */
export function SketchCard({ id, linkKey }: LinkedSketch) {
  const { data: sketch, isPending } = useQuery(sketchThumbQuery(id, linkKey))
  if (isPending) return <Skeleton width={SIDE} height={CARD_HEIGHT} />
  if (!sketch || sketch.mature) return null
  return (
    <Link to={withLinkKey(`/sketch/${id}`, linkKey)} className={styles.card}>
      <img {...coverPicture(sketch, { width: SIDE, height: SIDE })} alt="" width={SIDE} height={SIDE} loading="lazy" />
      <div>
        <b>{sketch.title}</b>
        <span>{sketch.nickname}</span>
      </div>
    </Link>
  )
}
