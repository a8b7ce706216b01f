import type { MetadataRoute } from 'next';
import { addressOf } from '../lib/site';

export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', disallow: ['/api/', '/search'] }, sitemap: addressOf('/sitemap.xml') };
}
