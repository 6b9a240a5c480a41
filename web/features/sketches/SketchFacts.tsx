import { Fragment } from 'react'
import { placeLabel } from '../../../contract/compo-places.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { dateText, numberText } from '../../lib/format.ts'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { WonAwards } from '../awards/WonAwards.tsx'

/** Description and facts of a sketch. */
export function SketchFacts({ sketch }: { sketch: ShownSketch }) {
  const { width, height, featuredBy, featuredByName, featuredDate, device } = sketch
  const place = placeLabel(sketch.compoPlace ?? 0)
  return (
    <>
      {sketch.description && <UserText>{sketch.description}</UserText>}
      <FactList>
        {sketch.tags.length > 0 && (
          <Fact name="Tags">
            <Tags names={sketch.tags} />
          </Fact>
        )}
        {sketch.challengeId && (
          <Fact name="Challenge">
            <Link to={`/challenge/${sketch.challengeId}`}>{sketch.challengeTitle}</Link>
          </Fact>
        )}
        {sketch.compoKey && (
          <Fact name="Compo">
            <Link to={`/compo/${sketch.compoKey}`}>{sketch.compoTitle}</Link>
            {place && `, ${place}`}
          </Fact>
        )}
        {sketch.awardCategories.length > 0 && (
          <Fact name={sketch.awardCategories.length === 1 ? 'Award' : 'Awards'}>
            <WonAwards awards={sketch.awardCategories} />
          </Fact>
        )}
        {sketch.groups.length > 0 && (
          <Fact name={sketch.groups.length === 1 ? 'Group' : 'Groups'}>
            {sketch.groups.map(({ id, title }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <Link to={`/group/${id}`}>{title}</Link>
              </Fragment>
            ))}
          </Fact>
        )}
        {featuredDate && (
          <Fact name="Featured">
            {featuredBy && featuredByName && (
              <>
                by <MemberLink id={featuredBy} nickname={featuredByName} />
                {', '}
              </>
            )}
            {dateText(featuredDate)}
          </Fact>
        )}
        <Fact name="Posted">{dateText(sketch.dateCreated)}</Fact>
        <Fact name="Size">{`${numberText(width)} × ${numberText(height)}`}</Fact>
        {device && <Fact name="Device">{device}</Fact>}
        {sketch.replay && (
          <Fact name="Replay">
            <Link to={`/stream/${sketch.replay.streamId}`}>See how it was drawn</Link>
          </Fact>
        )}
        {sketch.madeWithAi && (
          <Fact name="Made with">{`Generative AI (${sketch.aiByStaff ? 'marked by staff' : 'stated by the artist'})`}</Fact>
        )}
        <Fact name="Views">{numberText(sketch.viewCount)}</Fact>
      </FactList>
    </>
  )
}

function Tags({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ' '}
      <Link to={`/tag/${encodeURIComponent(name)}`}>{name}</Link>
    </Fragment>
  ))
}
