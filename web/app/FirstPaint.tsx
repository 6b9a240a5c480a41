import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { FirstAlbum } from '../features/albums/FirstAlbum.tsx'
import { FirstArtists } from '../features/artists/FirstArtists.tsx'
import { FirstRecover } from '../features/auth/FirstRecover.tsx'
import { FirstAwards } from '../features/awards/FirstAwards.tsx'
import { FirstNumbers } from '../features/cases/FirstNumbers.tsx'
import { FirstChallenge } from '../features/challenges/FirstChallenge.tsx'
import { FirstChallenges } from '../features/challenges/FirstChallenges.tsx'
import { FirstChat } from '../features/chat/FirstChat.tsx'
import { FirstCompo } from '../features/compos/FirstCompo.tsx'
import { FirstCompos } from '../features/compos/FirstCompos.tsx'
import { FirstForum } from '../features/forum/FirstForum.tsx'
import { FirstTopic } from '../features/forum/FirstTopic.tsx'
import { FirstGallery } from '../features/galleries/FirstGallery.tsx'
import { FirstTag } from '../features/galleries/FirstTag.tsx'
import { MODES, type Mode } from '../features/galleries/lists.ts'
import { FirstGroup } from '../features/groups/FirstGroup.tsx'
import { FirstGroups } from '../features/groups/FirstGroups.tsx'
import { FirstHome } from '../features/home/FirstHome.tsx'
import { FirstSearch } from '../features/search/FirstSearch.tsx'
import { FirstSketch } from '../features/sketches/FirstSketch.tsx'
import { FirstStore } from '../features/store/FirstStore.tsx'
import { FirstStreams } from '../features/streams/list/FirstStreams.tsx'
import { FirstProfile } from '../features/users/FirstProfile.tsx'
import { Each } from '../ui/template.tsx'
import { BottomBar } from './BottomBar.tsx'
import { HeaderBar } from './HeaderBar.tsx'
import layoutStyles from './Layout.module.css'

/** The first paint of a page: the module of the page, whose files are loaded ahead, and the markup. */
type FirstPaint = { module?: string; path: string; markup: ReactNode }

const galleries = (Object.keys(MODES) as Mode[]).map((mode): [string, FirstPaint] => [
  `gallery-${mode}`,
  { module: 'galleries/GalleryPage', path: `/gallery/${mode}`, markup: <FirstGallery mode={mode} /> },
])

/** Templates of the site's pages by name (worker/pages/first-load/routes.ts); `other` is for all other pages. */
const FIRST_PAINTS: Record<string, FirstPaint> = {
  other: { path: '/other', markup: null },
  home: { module: 'home/HomePage', path: '/', markup: <FirstHome /> },
  ...Object.fromEntries(galleries),
  tag: { module: 'galleries/TagPage', path: '/tag/x', markup: <FirstTag /> },
  sketch: { module: 'sketches/SketchPage', path: '/sketch/1', markup: <FirstSketch /> },
  profile: { module: 'users/ProfilePage', path: '/user/1', markup: <FirstProfile /> },
  album: { module: 'albums/AlbumPage', path: '/user/1/album/1', markup: <FirstAlbum /> },
  challenges: { module: 'challenges/ChallengesPage', path: '/challenges', markup: <FirstChallenges /> },
  challenge: { module: 'challenges/ChallengePage', path: '/challenge/1', markup: <FirstChallenge /> },
  compos: { module: 'compos/ComposPage', path: '/compos', markup: <FirstCompos /> },
  compo: { module: 'compos/CompoPage', path: '/compo/x', markup: <FirstCompo /> },
  awards: { module: 'awards/AwardsPage', path: '/awards', markup: <FirstAwards /> },
  forum: { module: 'forum/pages', path: '/forum', markup: <FirstForum /> },
  topic: { module: 'forum/pages', path: '/forum/topic/1', markup: <FirstTopic /> },
  groups: { module: 'groups/GroupsPage', path: '/groups', markup: <FirstGroups /> },
  group: { module: 'groups/GroupPage', path: '/group/x', markup: <FirstGroup /> },
  artists: { module: 'artists/ArtistsPage', path: '/artists', markup: <FirstArtists /> },
  recover: { module: 'auth/RecoverPage', path: '/recover', markup: <FirstRecover /> },
  numbers: { module: 'cases/NumbersPage', path: '/numbers', markup: <FirstNumbers /> },
  store: { module: 'store/StorePage', path: '/store', markup: <FirstStore /> },
  search: { module: 'search/SearchPage', path: '/search', markup: <FirstSearch /> },
  streams: { module: 'streams/list/StreamsPage', path: '/streams', markup: <FirstStreams /> },
}

/** Renders every template; called by the build. */
export function renderFirstPaints(): { name: string; module: string | undefined; markup: string }[] {
  return Object.entries(FIRST_PAINTS).map(([name, { module, path, markup }]) => ({
    name,
    module: module && `features/${module}.tsx`,
    // React adds a preload for every picture; here these are placeholders.
    markup: renderPage(path, markup).replaceAll(/<link rel="preload" as="image"[^>]*>/g, ''),
  }))
}

function renderPage(path: string, page: ReactNode): string {
  return renderToStaticMarkup(
    <StaticRouter location={path}>
      <Each of="visitor">
        <HeaderBar />
      </Each>
      <Each of="member">
        <HeaderBar viewer="member" />
        <FirstChat />
      </Each>
      <main id="main" className={layoutStyles.main}>
        {page}
      </main>
      <Each of="visitor">
        <BottomBar />
      </Each>
      <Each of="member">
        <BottomBar viewer="member" />
      </Each>
    </StaticRouter>,
  )
}
