import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { queryClient } from '../lib/query-client.ts'
import { PageSpinner } from '../ui/Spinner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Layout, PageOutlet } from './Layout.tsx'

/** A page without a loader. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

/** Every page of the site, each loaded on its first visit. contract/page-paths.ts lists their paths for the worker. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      {
        element: <PageOutlet />,
        errorElement: <ErrorPage />,
        HydrateFallback: PageSpinner,
        children: [
          {
            index: true,
            lazy: async () => {
              const { HomePage, loadHome } = await import('../features/home/HomePage.tsx')
              return { Component: HomePage, loader: () => loadHome(queryClient) }
            },
          },
          {
            path: 'gallery/user',
            lazy: async () => ({ loader: (await import('./redirects.ts')).redirectToOwnGallery(queryClient) }),
          },
          {
            path: 'gallery/:mode',
            lazy: async () => {
              const { GalleryPage, loadGallery } = await import('../features/galleries/GalleryPage.tsx')
              return { Component: GalleryPage, loader: loadGallery(queryClient) }
            },
          },
          ...['tag/:tag', 'gallery/tag/:tag'].map((path) => ({
            path,
            lazy: async () => {
              const { TagPage, loadTag } = await import('../features/galleries/TagPage.tsx')
              return { Component: TagPage, loader: loadTag(queryClient) }
            },
          })),
          {
            path: 'gallery/co-op/:id',
            lazy: async () => {
              const { CoOpPage, loadCoOp } = await import('../features/galleries/CoOpPage.tsx')
              return { Component: CoOpPage, loader: loadCoOp(queryClient) }
            },
          },
          {
            path: 'sketch/:id',
            lazy: async () => {
              const { SketchPage, loadSketch } = await import('../features/sketches/SketchPage.tsx')
              return { Component: SketchPage, loader: loadSketch(queryClient) }
            },
          },
          {
            path: 'user/:userId/album/:albumId',
            lazy: async () => {
              const { AlbumPage, loadAlbum } = await import('../features/albums/AlbumPage.tsx')
              return { Component: AlbumPage, loader: loadAlbum(queryClient) }
            },
          },
          page('editProfile', async () => (await import('../features/users/edit/EditProfilePage.tsx')).EditProfilePage),
          page(
            'user/:id/edit',
            async () => (await import('../features/users/edit/EditProfilePage.tsx')).EditMemberPage,
          ),
          {
            path: 'user/:id/:view?',
            lazy: async () => {
              const { ProfilePage, loadProfile } = await import('../features/users/ProfilePage.tsx')
              return { Component: ProfilePage, loader: loadProfile(queryClient) }
            },
          },
          page(
            'sketch/:id/edit',
            async () => (await import('../features/edit-sketch/EditSketchPage.tsx')).EditSketchPage,
          ),
          page(
            'sketch/:id/synthesize',
            async () => (await import('../features/synthesize/SynthesizePage.tsx')).SynthesizePage,
          ),
          page('upload', async () => (await import('../features/uploads/UploadPage.tsx')).UploadPage),
          page(
            'activity/:kind?',
            async () => (await import('../features/notifications/ActivityPage.tsx')).ActivityPage,
          ),
          ...(['messages', 'e?/message/:id', 'message/write/:userId?'] as const).map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/messages/MessagesPage.tsx')).PAGES[path] }),
          })),
          ...(
            ['forum', 'forum/:category', 'forum/topic/:id', 'forum/new', 'forum/search', 'forum/categories'] as const
          ).map((path) => ({
            path,
            lazy: async () => (await import('../features/forum/pages.tsx')).pagesOf(queryClient)[path],
          })),
          page('chat/:room?', async () => (await import('../features/chat/ChatPage.tsx')).ChatPage),
          page('whiteboard', async () => (await import('../features/whiteboard/WhiteboardPage.tsx')).WhiteboardPage),
          page(
            'whiteboard/history',
            async () => (await import('../features/whiteboard/history/HistoryPage.tsx')).HistoryPage,
          ),
          {
            path: 'streams',
            lazy: async () => {
              const { StreamsPage, loadStreams } = await import('../features/streams/list/StreamsPage.tsx')
              return { Component: StreamsPage, loader: () => loadStreams(queryClient) }
            },
          },
          page(
            'stream/sheet',
            async () => (await import('../features/streams/publish/BroadcastPage.tsx')).BroadcastPage,
          ),
          page('e?/stats/:id', async () => (await import('../features/stats/StatsPage.tsx')).StatsPage),
          page('stream/:id', async () => (await import('../features/streams/watch/StreamPage.tsx')).StreamPage),
          {
            path: 'challenges',
            lazy: async () => {
              const { ChallengesPage, loadChallenges } = await import('../features/challenges/ChallengesPage.tsx')
              return { Component: ChallengesPage, loader: () => loadChallenges(queryClient) }
            },
          },
          page(
            'challenges/search',
            async () => (await import('../features/challenges/ChallengeSearchPage.tsx')).ChallengeSearchPage,
          ),
          page('challenges/queue', async () => (await import('../features/challenges/queue/QueuePage.tsx')).QueuePage),
          {
            path: 'challenge/:id',
            lazy: async () => {
              const { ChallengePage, loadChallenge } = await import('../features/challenges/ChallengePage.tsx')
              return { Component: ChallengePage, loader: loadChallenge(queryClient) }
            },
          },
          {
            path: 'compos',
            lazy: async () => {
              const { ComposPage, loadCompos } = await import('../features/compos/ComposPage.tsx')
              return { Component: ComposPage, loader: () => loadCompos(queryClient) }
            },
          },
          {
            path: 'compo/:key',
            lazy: async () => {
              const { CompoPage, loadCompo } = await import('../features/compos/CompoPage.tsx')
              return { Component: CompoPage, loader: loadCompo(queryClient) }
            },
          },
          page('compo/:key/vote', async () => (await import('../features/compos/VotePage.tsx')).VotePage),
          {
            path: 'awards/:year?',
            lazy: async () => {
              const { AwardsPage, loadAwards } = await import('../features/awards/AwardsPage.tsx')
              return { Component: AwardsPage, loader: loadAwards(queryClient) }
            },
          },
          {
            path: 'groups',
            lazy: async () => {
              const { GroupsPage, loadGroups } = await import('../features/groups/GroupsPage.tsx')
              return { Component: GroupsPage, loader: loadGroups(queryClient) }
            },
          },
          ...['group/:slug', 'gallery/group/:slug'].map((path) => ({
            path,
            lazy: async () => {
              const { GroupPage, loadGroup } = await import('../features/groups/GroupPage.tsx')
              return { Component: GroupPage, loader: loadGroup(queryClient) }
            },
          })),
          page(
            'e?/a/groups/:tab?',
            async () => (await import('../features/groups/admin/GroupAdminPage.tsx')).GroupAdminPage,
          ),
          {
            path: 'artists',
            lazy: async () => {
              const { ArtistsPage, loadArtists } = await import('../features/artists/ArtistsPage.tsx')
              return { Component: ArtistsPage, loader: loadArtists(queryClient) }
            },
          },
          {
            path: 'search',
            lazy: async () => {
              const { SearchPage, loadSearch } = await import('../features/search/SearchPage.tsx')
              return { Component: SearchPage, loader: loadSearch(queryClient) }
            },
          },
          {
            path: 'content',
            lazy: async () => {
              const { BrushesPage, loadBrushes } = await import('../features/brushes/BrushesPage.tsx')
              return { Component: BrushesPage, loader: () => loadBrushes(queryClient) }
            },
          },
          {
            path: 'shared/brush/:id',
            lazy: async () => {
              const { BrushPage, loadBrush } = await import('../features/brushes/BrushPage.tsx')
              return { Component: BrushPage, loader: loadBrush(queryClient) }
            },
          },
          page('welcome', async () => (await import('../features/auth/WelcomePage.tsx')).WelcomePage),
          page('sessions', async () => (await import('../features/auth/SessionsPage.tsx')).SessionsPage),
          page('export', async () => (await import('../features/export/ExportPage.tsx')).ExportPage),
          page('leave', async () => (await import('../features/leaving/LeavePage.tsx')).LeavePage),
          {
            path: 'store',
            lazy: async () => {
              const { StorePage, loadStore } = await import('../features/store/StorePage.tsx')
              return { Component: StorePage, loader: () => loadStore(queryClient) }
            },
          },
          page('store/paypal-success', async () => (await import('../features/store/ReturnPage.tsx')).ReturnPage),
          page('store/purchases', async () => (await import('../features/store/PurchasesPage.tsx')).PurchasesPage),
          page('store/receipt/:id', async () => (await import('../features/store/ReceiptPage.tsx')).ReceiptPage),
          page('recover', async () => (await import('../features/auth/RecoverPage.tsx')).RecoverPage),
          page('recover/:key', async () => (await import('../features/auth/RecoverKeyPage.tsx')).RecoverKeyPage),
          page(
            'confirm-email/:key',
            async () => (await import('../features/auth/ConfirmEmailPage.tsx')).ConfirmEmailPage,
          ),
          page(
            'unsubscribe/:token',
            async () => (await import('../features/mail/UnsubscribePage.tsx')).UnsubscribePage,
          ),
          ...['gloperate', 'gloperate/case/:id'].map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/cases/DeskPage.tsx')).DeskPage }),
          })),
          ...['decision', 'decision/:of/:id'].map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/cases/DecisionPage.tsx')).DecisionPage }),
          })),
          page('gloperate/appeals', async () => (await import('../features/cases/AppealsPage.tsx')).AppealsPage),
          page(
            'gloperate/comments',
            async () => (await import('../features/cases/ReportedComments.tsx')).ReportedCommentsPage,
          ),
          page(
            'gloperate/sketches',
            async () => (await import('../features/cases/ReportedSketches.tsx')).ReportedSketchesPage,
          ),
          page(
            'gloperate/pictures',
            async () => (await import('../features/reposts/BlockedPicturesPage.tsx')).BlockedPicturesPage,
          ),
          page('gloperate/log', async () => (await import('../features/staff/StaffLogPage.tsx')).StaffLogPage),
          page('gloperate/site', async () => (await import('../features/staff/SitePage.tsx')).SitePage),
          page('gloperate/orders', async () => (await import('../features/store/SoldOrdersPage.tsx')).SoldOrdersPage),
          page('gloperate/bans', async () => (await import('../features/bans/BansPage.tsx')).BansPage),
          page('failed-mails', async () => (await import('../features/mail/FailedMailsPage.tsx')).FailedMailsPage),
          page('logout', async () => (await import('../features/auth/LogoutPage.tsx')).LogoutPage),
          page(
            'how-hearts-work',
            async () => (await import('../features/hearts/HowHeartsWorkPage.tsx')).HowHeartsWorkPage,
          ),
          {
            path: 'numbers',
            lazy: async () => {
              const { NumbersPage, loadNumbers } = await import('../features/cases/NumbersPage.tsx')
              return { Component: NumbersPage, loader: () => loadNumbers(queryClient) }
            },
          },
          page('guidelines', async () => (await import('../features/guidelines/GuidelinesPage.tsx')).GuidelinesPage),
          page('help', async () => (await import('../features/about/HelpPage.tsx')).HelpPage),
          page('classes', async () => (await import('../features/about/ClassesPage.tsx')).ClassesPage),
          page('support', async () => (await import('../features/about/SupportPage.tsx')).SupportPage),
          page('privacy', async () => (await import('../features/about/PrivacyPage.tsx')).PrivacyPage),
          page('terms', async () => (await import('../features/about/TermsPage.tsx')).TermsPage),
          page(
            'sign-in/apple/return',
            async () => (await import('../features/auth/AppleReturnPage.tsx')).AppleReturnPage,
          ),
          page('sign-in/failed', async () => (await import('../features/auth/SignInFailedPage.tsx')).SignInFailedPage),
          ...(import.meta.env.MODE === 'production'
            ? []
            : [page('kit', async () => (await import('../features/kit/KitPage.tsx')).KitPage)]),
          { path: '*', lazy: async () => ({ loader: (await import('./redirects.ts')).redirectOrNotFound }) },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
