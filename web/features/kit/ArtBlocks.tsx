import { Film, Trophy } from 'lucide-react'
import { ArtTag } from '../../ui/ArtTag.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, ErrorScreen } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Flow } from '../../ui/layout.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Block } from './Block.tsx'

export function ArtBlocks() {
  return (
    <>
      <Block name="Waiting, tags, logo">
        <Flow>
          <Skeleton width={171} height={128} />
          <Skeleton width={90} ratio={0.7} />
        </Flow>
        <Flow gap={16}>
          <Spinner />
          <ArtTag>Mature</ArtTag>
          <ArtTag icon={Film}>Video</ArtTag>
          <ArtTag icon={Trophy}>1st</ArtTag>
        </Flow>
        <Logo />
        <div>
          <SectionTitle more={{ to: '/kit' }}>Featured</SectionTitle>
          <Skeleton height={64} />
        </div>
      </Block>
      <Block name="Empty">
        <EmptyState action={<Button>Enter a sketch</Button>}>No entries yet, you should make one!</EmptyState>
      </Block>
      <Block name="Error page">
        <ErrorScreen title="Not found" level={3}>
          Sorry, we couldn't find the page you're looking for.
        </ErrorScreen>
      </Block>
    </>
  )
}
