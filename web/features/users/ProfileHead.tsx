import { Radio } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { profileCover } from '../../../contract/image-sizes.ts'
import { COVER } from '../../../contract/limits.ts'
import { monthText, numberText } from '../../lib/format.ts'
import { streakText } from '../../lib/messages/streaks.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { WonAwards } from '../awards/WonAwards.tsx'
import { GlopsHint } from '../hearts/GlopsHint.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import styles from './ProfileHead.module.css'

/** Name, picture, actions and figures of a member. */
export function ProfileHead({ profile, user }: { profile: ShownProfile; user: CurrentUser | null | undefined }) {
  const { nickname, avatar } = profile
  return (
    <header>
      {profile.cover && (
        <img
          className={styles.cover}
          {...profileCover(profile.cover)}
          width={COVER.width}
          height={COVER.height}
          alt=""
        />
      )}
      <div className={styles.member}>
        <Avatar avatar={avatar} name={nickname} size={128} className={styles.avatar} />
        <div className={styles.name}>
          <h1>{nickname}</h1>
          {profile.live && (
            <p className={styles.live}>
              <Link to={`/stream/${profile.live.id}`}>
                <Icon of={Radio} size={16} />
                Live now: <cite>{profile.live.title}</cite>
              </Link>
            </p>
          )}
          <p className={styles.joined}>
            {factsOf(profile).map((fact) => (
              <Fragment key={fact}>
                <span>{`${fact}.`}</span>{' '}
              </Fragment>
            ))}
          </p>
          <WonAwards awards={profile.awards} />
        </div>
        {user !== undefined && <ProfileActions profile={profile} user={user} />}
      </div>
      <dl className={styles.figures}>
        <Figure name="Glops" count={profile.glops} hint={<GlopsHint />} />
        <Figure name="Fans" count={profile.fans} />
        <Figure name="Sketches" count={profile.sketches} />
        <Figure name="Views" count={profile.views} />
      </dl>
    </header>
  )
}

/** "Norway", "Joined March 2014", "Patron", "Challenges: 3 days in a row". */
function factsOf({ countryName, joined, patron, streak }: ShownProfile): string[] {
  const facts = [
    countryName || null,
    `Joined ${monthText(joined)}`,
    patron && 'Patron',
    streak && streak.length > 0 && `Challenges: ${streakText(streak.length)}`,
  ]
  return facts.filter((fact) => typeof fact === 'string')
}

function Figure({ name, count, hint }: { name: string; count: number; hint?: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {hint}
      </dt>
      <dd>{numberText(count)}</dd>
    </div>
  )
}
