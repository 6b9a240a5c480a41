import type { ShownProfile } from '../../../contract/http/users.ts'
import { GLOPS_PER_HEART } from '../../../contract/limits.ts'
import { dayText, GENDER_NAMES, websiteHost } from '../../../contract/profile-facts.ts'
import { countText, dateText } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { Vertical } from '../../ui/layout.tsx'
import { UserText } from '../../ui/UserText.tsx'

/** A member in their own words, with the facts that they gave. */
export function About({ profile, isOwn }: { profile: ShownProfile; isOwn: boolean }) {
  return (
    <Vertical gap={24}>
      <Hidden>
        <h2>About</h2>
      </Hidden>
      {profile.about ? (
        <UserText mentions={profile.aboutMentions ?? undefined}>{profile.about}</UserText>
      ) : (
        <NoText profile={profile} isOwn={isOwn} />
      )}
      <Facts profile={profile} />
    </Vertical>
  )
}

function NoText({ profile, isOwn }: { profile: ShownProfile; isOwn: boolean }) {
  if (!isOwn) return <p>{`${profile.nickname} hasn’t written anything about themselves yet.`}</p>
  return (
    <EmptyState action={<ButtonLink to="/editProfile">Edit profile</ButtonLink>}>
      Tell others who you are and what you like to draw.
    </EmptyState>
  )
}

function Facts({ profile }: { profile: ShownProfile }) {
  const { birthDay, birthMonth, countryName, gender, website, starsAvailable, patronSince, streak } = profile
  return (
    <FactList>
      {countryName && <Fact name="Country">{countryName}</Fact>}
      {gender && <Fact name="Gender">{GENDER_NAMES[gender]}</Fact>}
      {birthDay && birthMonth && <Fact name="Birthday">{dayText(birthMonth, birthDay)}</Fact>}
      {website && (
        <Fact name="Website">
          <a href={website} target="_blank" rel="nofollow ugc noopener noreferrer">
            {websiteHost(website)}
          </a>
        </Fact>
      )}
      <Fact name="Joined">{dateText(profile.joined)}</Fact>
      {patronSince && <Fact name="Patron since">{dateText(patronSince)}</Fact>}
      {streak && (
        <Fact name="Longest streak">{`${countText(streak.longest, 'day')} with an entry in a challenge`}</Fact>
      )}
      {profile.heartsAvailable !== null && (
        <Fact name="Hearts">
          {`You have ${countText(profile.heartsAvailable, 'heart')} to give. `}
          {`Next heart at ${GLOPS_PER_HEART} glops (${profile.heartsGlopAccum ?? 0} so far). `}
          <Link to="/how-hearts-work">How hearts work</Link>
        </Fact>
      )}
      {starsAvailable !== null && <Fact name="Stars">{`${countText(starsAvailable, 'star')} to give this month`}</Fact>}
    </FactList>
  )
}
