// The addresses of the pages, and where the dead links of old go.

export const pagePaths = {
  home: '/',
  gallery: '/shop',
  products: '/products',
  product: (slug: string) => `/products/${slug}`,
  faqs: '/faqs',
  contact: '/contact-us',
  about: '/about-us',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  placeOrder: '/place-order',
  order: (id: number) => `/order/${id}`,
  blogs: '/blogs',
  blog: (id: number) => `/blog/${id}`,
  dashboard: '/dashboard',
  sales: '/dashboard/sales',
  payments: '/dashboard/payments',
  findOrder: '/dashboard/find',
  audit: '/dashboard/audit',
  productManagement: '/Product-Management',
  orderManagement: '/Order-Management',
  blogManagement: '/Blog-Management',
} as const;

const redirects: Record<string, string> = {
  '/admin': pagePaths.dashboard,
  '/admin/dashboard': pagePaths.dashboard,
  '/admin/products': pagePaths.productManagement,
  '/admin/product-management': pagePaths.productManagement,
  '/admin/orders': pagePaths.orderManagement,
  '/admin/order-management': pagePaths.orderManagement,
  '/admin/blogs': pagePaths.blogManagement,
  '/admin/blog-management': pagePaths.blogManagement,
  '/admin/login': pagePaths.login,
};

/** Where a path that is not a page leads, or undefined. A slash at the end is taken off. */
export function redirectFor(path: string): string | undefined {
  const bare = stripTrailingSlashes(path);
  const moved = redirects[bare.toLowerCase()];
  if (moved) return moved;
  // Two slashes at the front would send the visitor to another host.
  const ours = /^\/[^/\\]/.test(bare);
  return ours && bare !== path ? bare : undefined;
}

/** Not a regular expression: on many slashes in the middle that would take quadratic time. */
function stripTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
