import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { SectionTitle } from '../../../ui/SectionTitle.tsx'
import { BansTab } from '../../bans/BansTab.tsx'
import { CommentReports } from '../../cases/ReportedComments.tsx'
import { SketchReports } from '../../cases/ReportedSketches.tsx'

const SECTIONS = [
  { title: 'Bans', Content: BansTab },
  { title: 'Reported comments', Content: CommentReports },
  { title: 'Reported sketches', Content: SketchReports },
] as const

/** Bans, reported comments and reported sketches, for group admins who are gloperators [2 §2]. */
export function Moderation() {
  const user = useUser()
  if (!user?.gloperator) {
    return (
      <p>
        Bans, reported comments and reported sketches are for gloperators. Report what you see on the sketch, the
        comment or the profile.
      </p>
    )
  }
  return (
    <>
      <div>
        <ButtonLink to="/gloperate">Open the moderation desk</ButtonLink>
      </div>
      {SECTIONS.map(({ title, Content }) => (
        <section key={title} aria-label={title}>
          <SectionTitle>{title}</SectionTitle>
          <Content />
        </section>
      ))}
    </>
  )
}
