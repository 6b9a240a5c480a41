import type { ShownMention } from '../../contract/http/mentions.ts'
import { useMentions } from '../lib/named-members.ts'
import { splitText, type TextPart } from '../lib/text-parts.ts'
import { classes } from './classes.ts'
import { Link } from './Link.tsx'
import styles from './UserText.module.css'

type UserTextProps = {
  className?: string
  /**
   * Mentions that the site found when the text was written, shown with the members' present names; without them, the
   * page asks for the members named.
   */
  mentions?: readonly ShownMention[]
  children: string
}

/** Paragraph written by a member, with its line breaks, links and mentions. It is never parsed as markup. */
export function UserText({ className, mentions, children }: UserTextProps) {
  const named = useMentions(children, mentions === undefined)
  return (
    <p className={classes(styles.text, className)}>
      {splitText(children, mentions ?? named, location.host).map((part) => (
        <TextPartView key={part.at} part={part} />
      ))}
    </p>
  )
}

/** Part of a member's text as a React element. */
export function TextPartView({ part, mentionClass }: { part: TextPart; mentionClass?: string | undefined }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'internal':
      return <Link to={part.path}>{part.text}</Link>
    case 'external':
      return (
        <a href={part.href} target="_blank" rel="nofollow ugc noopener noreferrer">
          {part.text}
        </a>
      )
    case 'mention':
      return (
        <Link to={`/user/${part.userId}`} className={mentionClass}>
          {part.text}
        </Link>
      )
  }
}
