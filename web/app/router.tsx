import { createBrowserRouter, redirect } from 'react-router'
import { GalleryPage, loadGallery } from '../features/gallery/GalleryPage.tsx'
import { queryClient } from '../lib/query-client.ts'
import { PageSpinner } from '../ui/PageSpinner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Layout } from './Layout.tsx'

/** Every page of the site. The gallery is what most people see first; the others load when they are gone to. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Layout />,
      children: [
        {
          errorElement: <ErrorPage />,
          HydrateFallback: PageSpinner,
          children: [
            { index: true, element: <GalleryPage />, loader: () => loadGallery(queryClient) },
            { path: 'gallery/recent', element: <GalleryPage />, loader: () => loadGallery(queryClient) },
            { path: 'recentSketches', loader: () => redirect('/gallery/recent') },
            {
              path: 'sketch/:id',
              lazy: async () => {
                const { SketchPage, loadSketch } = await import('../features/sketch/SketchPage.tsx')
                return { Component: SketchPage, loader: loadSketch(queryClient) }
              },
            },
            {
              path: 'sketch/:id/edit',
              lazy: async () => ({
                Component: (await import('../features/edit-sketch/EditSketchPage.tsx')).EditSketchPage,
              }),
            },
            {
              path: 'upload',
              lazy: async () => ({ Component: (await import('../features/upload/UploadPage.tsx')).UploadPage }),
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
              path: 'logout',
              lazy: async () => ({ Component: (await import('../features/auth/LogoutPage.tsx')).LogoutPage }),
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
            {
              path: '*',
              loader: () => {
                throw new Response(null, { status: 404 })
              },
            },
          ],
        },
      ],
    },
  ])
