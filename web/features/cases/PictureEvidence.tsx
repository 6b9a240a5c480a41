import type { CaseDetail } from '../../../contract/http/cases.ts'
import { imageAddress } from '../../../contract/image-sizes.ts'
import { dateTimeText } from '../../lib/format.ts'
import { caseMessages } from '../../lib/messages/cases.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { Link } from '../../ui/Link.tsx'
import { UserText } from '../../ui/UserText.tsx'
import type { Evidence } from './case-evidence.ts'
import styles from './Evidence.module.css'

const PICTURE_WIDTH = 600

type SketchEvidenceProps = { evidence: Evidence<'sketch'>; target: string; present: CaseDetail['present'] }

/** A reported sketch as it was, with the sketch that it is similar to. */
export function SketchEvidence({ evidence, target, present }: SketchEvidenceProps) {
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

/** A reported profile as it was. */
export function ProfileEvidence({ evidence, target, present }: ProfileEvidenceProps) {
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
