import { CHALLENGE_PICTURE } from '../../../contract/home-lead.ts'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { containPicture } from '../../../contract/image-sizes.ts'
import { entryCountText, shortUtcDateText } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { matStyle } from '../../ui/Picture.tsx'
import { NextChallenge } from '../challenges/NextChallenge.tsx'
import styles from './Lead.module.css'

type ChallengeLeadProps = { challenge: ChallengeItem; isMember: boolean }

export const latestEntryAlt = (challenge: string) => `Latest entry of ${challenge}`

/** The latest challenge with its latest entry; members are offered to enter a sketch. */
export function ChallengeLead({ challenge, isMember }: ChallengeLeadProps) {
  const { id, title, date, entries, thumbnail } = challenge
  const address = `/challenge/${id}`
  return (
    <section className={styles.challenge} aria-label="Daily challenge">
      {thumbnail && (
        <Link to={address} className={styles.picture}>
          <img
            {...containPicture(thumbnail, CHALLENGE_PICTURE)}
            style={matStyle(thumbnail.mat)}
            width={thumbnail.width}
            height={thumbnail.height}
            alt={latestEntryAlt(title)}
          />
        </Link>
      )}
      <div className={styles.texts}>
        <p className={styles.crumb}>Daily challenge, {shortUtcDateText(date, Date.now())}</p>
        <h2 className={styles.title}>
          <Link to={address}>{title}</Link>
        </h2>
        <p className={styles.soft}>{`${entryCountText(entries)} so far.`}</p>
        <NextChallenge />
        <div className={styles.actions}>
          <ButtonLink to={isMember ? `${address}?offer=enter` : address} variant="primary">
            Enter a sketch
          </ButtonLink>
          <ButtonLink to={address}>See entries</ButtonLink>
        </div>
      </div>
    </section>
  )
}
