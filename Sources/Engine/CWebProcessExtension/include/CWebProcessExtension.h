// Nothing here is for Swift: WebKit loads the library, and calls `webkit_web_extension_initialize_with_user_data`.
