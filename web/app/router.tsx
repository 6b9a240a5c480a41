import { createBrowserRouter, type RouteObject } from 'react-router'
import { queryClient } from '../lib/query-client.ts'
import { PageSpinner } from '../ui/Spinner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Layout, PageOutlet } from './Layout.tsx'

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
          {
            path: 'editProfile',
            lazy: async () => ({
              Component: (await import('../features/users/edit/EditProfilePage.tsx')).EditProfilePage,
            }),
          },
          {
            path: 'user/:id/edit',
            lazy: async () => ({
              Component: (await import('../features/users/edit/EditProfilePage.tsx')).EditMemberPage,
            }),
          },
          {
            path: 'user/:id/:view?',
            lazy: async () => {
              const { ProfilePage, loadProfile } = await import('../features/users/ProfilePage.tsx')
              return { Component: ProfilePage, loader: loadProfile(queryClient) }
            },
          },
          {
            path: 'sketch/:id/edit',
            lazy: async () => ({
              Component: (await import('../features/edit-sketch/EditSketchPage.tsx')).EditSketchPage,
            }),
          },
          {
            path: 'sketch/:id/synthesize',
            lazy: async () => ({
              Component: (await import('../features/synthesize/SynthesizePage.tsx')).SynthesizePage,
            }),
          },
          {
            path: 'upload',
            lazy: async () => ({ Component: (await import('../features/uploads/UploadPage.tsx')).UploadPage }),
          },
          {
            path: 'activity/:kind?',
            lazy: async () => ({
              Component: (await import('../features/notifications/ActivityPage.tsx')).ActivityPage,
            }),
          },
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
          {
            path: 'chat/:room?',
            lazy: async () => ({ Component: (await import('../features/chat/ChatPage.tsx')).ChatPage }),
          },
          {
            path: 'whiteboard',
            lazy: async () => ({
              Component: (await import('../features/whiteboard/WhiteboardPage.tsx')).WhiteboardPage,
            }),
          },
          {
            path: 'whiteboard/history',
            lazy: async () => ({
              Component: (await import('../features/whiteboard/history/HistoryPage.tsx')).HistoryPage,
            }),
          },
          {
            path: 'streams',
            lazy: async () => {
              const { StreamsPage, loadStreams } = await import('../features/streams/list/StreamsPage.tsx')
              return { Component: StreamsPage, loader: () => loadStreams(queryClient) }
            },
          },
          {
            path: 'stream/sheet',
            lazy: async () => ({
              Component: (await import('../features/streams/publish/BroadcastPage.tsx')).BroadcastPage,
            }),
          },
          {
            path: 'e?/stats/:id',
            lazy: async () => ({ Component: (await import('../features/stats/StatsPage.tsx')).StatsPage }),
          },
          {
            path: 'stream/:id',
            lazy: async () => ({ Component: (await import('../features/streams/watch/StreamPage.tsx')).StreamPage }),
          },
          {
            path: 'challenges',
            lazy: async () => {
              const { ChallengesPage, loadChallenges } = await import('../features/challenges/ChallengesPage.tsx')
              return { Component: ChallengesPage, loader: () => loadChallenges(queryClient) }
            },
          },
          {
            path: 'challenges/search',
            lazy: async () => ({
              Component: (await import('../features/challenges/ChallengeSearchPage.tsx')).ChallengeSearchPage,
            }),
          },
          {
            path: 'challenges/queue',
            lazy: async () => ({ Component: (await import('../features/challenges/queue/QueuePage.tsx')).QueuePage }),
          },
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
          {
            path: 'compo/:key/vote',
            lazy: async () => ({ Component: (await import('../features/compos/VotePage.tsx')).VotePage }),
          },
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
          {
            path: 'e?/a/groups/:tab?',
            lazy: async () => ({
              Component: (await import('../features/groups/admin/GroupAdminPage.tsx')).GroupAdminPage,
            }),
          },
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
          {
            path: 'welcome',
            lazy: async () => ({ Component: (await import('../features/auth/WelcomePage.tsx')).WelcomePage }),
          },
          {
            path: 'sessions',
            lazy: async () => ({ Component: (await import('../features/auth/SessionsPage.tsx')).SessionsPage }),
          },
          {
            path: 'export',
            lazy: async () => ({ Component: (await import('../features/export/ExportPage.tsx')).ExportPage }),
          },
          {
            path: 'leave',
            lazy: async () => ({ Component: (await import('../features/leaving/LeavePage.tsx')).LeavePage }),
          },
          {
            path: 'store',
            lazy: async () => {
              const { StorePage, loadStore } = await import('../features/store/StorePage.tsx')
              return { Component: StorePage, loader: () => loadStore(queryClient) }
            },
          },
          {
            path: 'store/paypal-success',
            lazy: async () => ({ Component: (await import('../features/store/ReturnPage.tsx')).ReturnPage }),
          },
          {
            path: 'store/purchases',
            lazy: async () => ({ Component: (await import('../features/store/PurchasesPage.tsx')).PurchasesPage }),
          },
          {
            path: 'store/receipt/:id',
            lazy: async () => ({ Component: (await import('../features/store/ReceiptPage.tsx')).ReceiptPage }),
          },
          {
            path: 'recover',
            lazy: async () => ({ Component: (await import('../features/auth/RecoverPage.tsx')).RecoverPage }),
          },
          {
            path: 'recover/:key',
            lazy: async () => ({ Component: (await import('../features/auth/RecoverKeyPage.tsx')).RecoverKeyPage }),
          },
          {
            path: 'confirm-email/:key',
            lazy: async () => ({
              Component: (await import('../features/auth/ConfirmEmailPage.tsx')).ConfirmEmailPage,
            }),
          },
          {
            path: 'unsubscribe/:token',
            lazy: async () => ({ Component: (await import('../features/mail/UnsubscribePage.tsx')).UnsubscribePage }),
          },
          ...['gloperate', 'gloperate/case/:id'].map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/cases/DeskPage.tsx')).DeskPage }),
          })),
          ...['decision', 'decision/:of/:id'].map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/cases/DecisionPage.tsx')).DecisionPage }),
          })),
          {
            path: 'gloperate/appeals',
            lazy: async () => ({ Component: (await import('../features/cases/AppealsPage.tsx')).AppealsPage }),
          },
          {
            path: 'gloperate/comments',
            lazy: async () => ({
              Component: (await import('../features/cases/ReportedComments.tsx')).ReportedCommentsPage,
            }),
          },
          {
            path: 'gloperate/sketches',
            lazy: async () => ({
              Component: (await import('../features/cases/ReportedSketches.tsx')).ReportedSketchesPage,
            }),
          },
          {
            path: 'gloperate/pictures',
            lazy: async () => ({
              Component: (await import('../features/reposts/BlockedPicturesPage.tsx')).BlockedPicturesPage,
            }),
          },
          {
            path: 'gloperate/log',
            lazy: async () => ({ Component: (await import('../features/staff/StaffLogPage.tsx')).StaffLogPage }),
          },
          {
            path: 'gloperate/site',
            lazy: async () => ({ Component: (await import('../features/staff/SitePage.tsx')).SitePage }),
          },
          {
            path: 'gloperate/orders',
            lazy: async () => ({ Component: (await import('../features/store/SoldOrdersPage.tsx')).SoldOrdersPage }),
          },
          {
            path: 'gloperate/bans',
            lazy: async () => ({ Component: (await import('../features/bans/BansPage.tsx')).BansPage }),
          },
          {
            path: 'failed-mails',
            lazy: async () => ({ Component: (await import('../features/mail/FailedMailsPage.tsx')).FailedMailsPage }),
          },
          {
            path: 'logout',
            lazy: async () => ({ Component: (await import('../features/auth/LogoutPage.tsx')).LogoutPage }),
          },
          {
            path: 'how-hearts-work',
            lazy: async () => ({
              Component: (await import('../features/hearts/HowHeartsWorkPage.tsx')).HowHeartsWorkPage,
            }),
          },
          {
            path: 'numbers',
            lazy: async () => ({ Component: (await import('../features/cases/NumbersPage.tsx')).NumbersPage }),
          },
          {
            path: 'guidelines',
            lazy: async () => ({
              Component: (await import('../features/guidelines/GuidelinesPage.tsx')).GuidelinesPage,
            }),
          },
          {
            path: 'help',
            lazy: async () => ({ Component: (await import('../features/about/HelpPage.tsx')).HelpPage }),
          },
          {
            path: 'classes',
            lazy: async () => ({ Component: (await import('../features/about/ClassesPage.tsx')).ClassesPage }),
          },
          {
            path: 'support',
            lazy: async () => ({ Component: (await import('../features/about/SupportPage.tsx')).SupportPage }),
          },
          {
            path: 'privacy',
            lazy: async () => ({ Component: (await import('../features/about/PrivacyPage.tsx')).PrivacyPage }),
          },
          {
            path: 'terms',
            lazy: async () => ({ Component: (await import('../features/about/TermsPage.tsx')).TermsPage }),
          },
          {
            path: 'sign-in/apple/return',
            lazy: async () => ({ Component: (await import('../features/auth/AppleReturnPage.tsx')).AppleReturnPage }),
          },
          {
            path: 'sign-in/failed',
            lazy: async () => ({
              Component: (await import('../features/auth/SignInFailedPage.tsx')).SignInFailedPage,
            }),
          },
          ...(import.meta.env.MODE === 'production'
            ? []
            : [
                {
                  path: 'kit',
                  lazy: async () => ({ Component: (await import('../features/kit/KitPage.tsx')).KitPage }),
                },
              ]),
          { path: '*', lazy: async () => ({ loader: (await import('./redirects.ts')).redirectOrNotFound }) },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
