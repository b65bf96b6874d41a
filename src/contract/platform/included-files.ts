/**
 * What `include` holds, so that products come with their files. The contract names what the answer holds; Elastic Path's OpenAPI document
 * (`catalog_view`) allows `main_image`, and answers with `main_images`.
 */
export const includedFiles = { contract: 'main_images,files', elasticpath: 'main_image,files' } as const;
