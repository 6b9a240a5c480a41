import {
  featuredOrder,
  lastHeartedOrder,
  type Order,
  rankedOrder,
  recentOrder,
} from '../../domain/sketch-lists/orders.ts'

export type GalleryName = 'featured' | 'recent' | 'trending' | 'tops' | 'tops7' | 'tops30' | 'hearts'
type Gallery = { path: string; title: string; description: string; feed?: string; order: () => Order }

/** The modes of `/gallery/{mode}` that visitors can open [1 §2]. */
export const GALLERIES: Record<GalleryName, Gallery> = {
  featured: {
    path: '/featuredSketches?format=json',
    title: 'Featured',
    description: 'Sketches that were put forward for everyone to see.',
    feed: '/feeds/featured.atom',
    order: () => featuredOrder(null),
  },
  recent: {
    path: '/recentSketches?format=json',
    title: 'Recent',
    description: 'The newest sketches.',
    feed: '/feeds/recent.atom',
    order: () => recentOrder(null),
  },
  trending: {
    path: '/api/v2/index/trending?page=1',
    title: 'Trending',
    description: 'Sketches that people look at right now.',
    feed: '/feeds/trending.atom',
    order: () => rankedOrder(null, 'trending'),
  },
  tops: {
    path: '/topSketches/1?format=json',
    title: 'Tops',
    description: 'Sketches that were given the most hearts.',
    order: () => rankedOrder(null, 'tops'),
  },
  tops7: {
    path: '/topSketches/1?format=json&filter=7',
    title: '7 days',
    description: 'Sketches that were given the most hearts in the last 7 days.',
    order: () => rankedOrder(null, 'tops7'),
  },
  tops30: {
    path: '/topSketches/1?format=json&filter=30',
    title: '30 days',
    description: 'Sketches that were given the most hearts in the last 30 days.',
    order: () => rankedOrder(null, 'tops30'),
  },
  hearts: {
    path: '/recentHearts?format=json',
    title: 'Hearts',
    description: 'Sketches that recently received a heart.',
    order: () => lastHeartedOrder(null),
  },
}

export const isGalleryName = (name: string): name is GalleryName => Object.hasOwn(GALLERIES, name)
